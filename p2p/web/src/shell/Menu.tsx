// The menu of the table; in a game that can be paused it is what the pause button opens.
import { t } from "../i18n";
import { lobby, panel, route, send, view } from "../state/store";
import { Sheet } from "./Sheet";

export function Menu({ close }: { close: () => void }) {
  const now = view.value;
  const host = lobby.value !== null && lobby.value.host === lobby.value.you;
  const items: [string, () => void, boolean][] = [
    [t("rules.title"), () => (panel.value = "rules"), true],
    [t("score.title"), () => (panel.value = "score"), (now?.sheets?.length ?? 0) > 0],
    [t("last.title"), () => (panel.value = "last"), now?.last !== undefined],
    [t("settings.title"), () => (panel.value = "settings"), true],
    [t("keys.title"), () => (panel.value = "keys"), matchMedia("(hover: hover)").matches],
    [lobby.value?.paused ? t("menu.resume") : t("menu.pause"), () => void (send({ t: "manage", do: lobby.value?.paused ? "resume" : "pause" }), close()), host],
    [t("menu.restart"), () => void (send({ t: "manage", do: "restart" }), close()), host],
    [t("menu.main"), () => leave(), true],
  ];
  return (
    <Sheet title={t("menu.title")} close={close}>
      <ul class="menu">
        {items.filter(([, , there]) => there).map(([label, run]) => (
          <li key={label}><button type="button" class="button quiet" onClick={run}>{label}</button></li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Back to the main menu; who is at a table leaves it there, after a question of its own (Leave). */
function leave(): void {
  panel.value = null;
  route.value = "home";
  location.hash = "";
}
