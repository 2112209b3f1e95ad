// How the host has the table run, beside the options of its game.
import { t, type Key } from "../i18n";
import type { Settings } from "../net/proto";
import { lobby, send } from "../state/store";
import { Sheet } from "./Sheet";

/** Seconds to choose from; what the host's program has been told otherwise is offered, too. */
const TIMES: Record<"idle" | "rest" | "window", number[]> = { idle: [30, 60, 120, 300, 0], rest: [0, 5, 10, 30, 60], window: [4, 8, 15, 30] };

export function TableSettings({ close }: { close: () => void }) {
  const now = lobby.value?.settings;
  if (!now) return null;
  const change = (settings: Partial<Settings>) => void send({ t: "manage", do: "settings", settings });
  return (
    <Sheet title={t("settings.table")} close={close}>
      <form class="settings" onSubmit={(event) => event.preventDefault()}>
        {(["idle", "rest", "window"] as const).map((name) => (
          <label key={name} class="field">
            {t(`settings.${name}`)}
            <select value={String(now[name])} onChange={(event) => change({ [name]: Number(event.currentTarget.value) })}>
              {[...new Set([...TIMES[name], now[name]])].map((seconds) => (
                <option key={seconds} value={String(seconds)}>{seconds === 0 ? t(`settings.${name}.none` as Key) : t("settings.seconds", { n: seconds })}</option>
              ))}
            </select>
          </label>
        ))}
        <label class="switch">
          <span>{t("settings.watchers")}</span>
          <input type="checkbox" checked={now.watchers} onChange={(event) => change({ watchers: event.currentTarget.checked })} />
        </label>
      </form>
    </Sheet>
  );
}
