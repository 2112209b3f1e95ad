// What one can do with somebody at the table: throw something, poke, say a line; and what the host can do.
import { signal } from "@preact/signals";
import { THROWN, Thing } from "../art/Things";
import { t, type Key } from "../i18n";
import { lobby, send, view } from "../state/store";
import { prefer, prefs } from "../state/prefs";
import { Sheet } from "./Sheet";

const LONGEST_LINE = 60;
const draft = signal("");

export function SeatMenu({ seat, close }: { seat: number; close: () => void }) {
  const who = view.value?.seats.find((one) => one.id === seat);
  if (!who) return null;
  const hosting = lobby.value !== null && lobby.value.host === lobby.value.you;
  const away = who.link === "away";
  const toss = (item: (typeof THROWN)[number]) => void (send({ t: "social", kind: "toss", to: seat, item }), close());
  return (
    <Sheet title={who.name} close={close}>
      <h3>{t("social.throw")}</h3>
      <ul class="things">
        {THROWN.map((item) => (
          <li key={item}><button type="button" class="button quiet" aria-label={t(`thing.${item}` as Key)} onClick={() => toss(item)}><Thing name={item} /></button></li>
        ))}
      </ul>
      <ul class="menu">
        <li><button type="button" class="button quiet" onClick={() => void (send({ t: "social", kind: "poke", to: seat }), close())}>{t("social.poke")}</button></li>
        {hosting && away && <li><button type="button" class="button quiet" onClick={() => void (send({ t: "manage", do: "bot", seat }), close())}>{t("host.bot")}</button></li>}
        {hosting && away && <li><button type="button" class="button quiet" onClick={() => void (send({ t: "manage", do: "free", seat }), close())}>{t("host.free")}</button></li>}
      </ul>
      <Lines seat={seat} close={close} />
    </Sheet>
  );
}

/** Lines to say, the player's own among them; they stay on this device until they are said. */
function Lines({ seat, close }: { seat: number; close: () => void }) {
  const say = (text: string) => void (send({ t: "social", kind: "taunt", to: seat, text }), close());
  const keep = (event: Event) => {
    event.preventDefault();
    const text = draft.value.trim().slice(0, LONGEST_LINE);
    if (text && !prefs.value.lines.includes(text)) prefer({ lines: [...prefs.value.lines, text] });
    draft.value = "";
  };
  return (
    <>
      <h3>{t("social.say")}</h3>
      <ul class="said-lines">
        {[t("line.1"), t("line.2"), t("line.3")].map((line) => <li key={line}><button type="button" class="button quiet" onClick={() => say(line)}>{line}</button></li>)}
        {prefs.value.lines.map((line) => (
          <li key={line}>
            <button type="button" class="button quiet" onClick={() => say(line)}>{line}</button>
            <button type="button" class="button quiet" aria-label={t("line.forget", { line })} onClick={() => prefer({ lines: prefs.value.lines.filter((one) => one !== line) })}>×</button>
          </li>
        ))}
      </ul>
      <form class="new-line" onSubmit={keep}>
        <label>{t("line.new")}<input value={draft.value} maxLength={LONGEST_LINE} onInput={(event) => (draft.value = event.currentTarget.value)} /></label>
        <button type="submit" class="button quiet">{t("line.keep")}</button>
      </form>
    </>
  );
}
