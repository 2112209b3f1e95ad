// What happened, in words: a column where there is room, else the last line, which opens the rest.
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art/Icon";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { panel, room, view } from "../state/store";

export function Log() {
  const lines = view.value?.log ?? [];
  const box = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.n;
  useEffect(() => box.current?.scrollTo({ top: box.current.scrollHeight }), [last]);
  const column = room.value.log;
  return (
    <aside class={`log ${column ? "column" : "ticker"}`} aria-label={t("log.title")}>
      {column && <h2>{t("log.title")}</h2>}
      <div class="lines" role="log" aria-label={t("log.title")} ref={box} {...(column && { tabIndex: 0 })}>
        <ol>{lines.map((line) => <li key={line.n} value={line.n}><Line text={line.text} /></li>)}</ol>
      </div>
      {!column && (
        <button type="button" class="open-log" aria-label={t("log.open")} onClick={() => (panel.value = "log")}><Icon name="log" /></button>
      )}
    </aside>
  );
}
