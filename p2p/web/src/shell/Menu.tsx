// The menu of a table, in the lobby too; in a game that can be paused it is what the pause button opens.
import { t } from "../i18n";
import type { ManageMessage } from "../net/proto";
import { invite } from "../state/handouts";
import { leaveTable } from "../state/sitting";
import { lobby, panel, route, send, view } from "../state/store";
import { Deeds } from "./Deeds";
import { Sheet } from "./Sheet";

export function Menu({ close }: { close: () => void }) {
  const [now, room] = [view.value, lobby.value];
  const may = (deed: ManageMessage["do"]) => room !== null && room.may.includes(deed);
  const manage = (deed: ManageMessage["do"]) => () => void (send({ t: "manage", do: deed }), close());
  return (
    <Sheet title={t("menu.title")} close={close}>
      <Deeds
        deeds={[
          { label: t("rules.title"), run: () => (panel.value = "rules") },
          (now?.sheets?.length ?? 0) > 0 && { label: t("score.title"), run: () => (panel.value = "score") },
          now?.last !== undefined && { label: t("last.title"), run: () => (panel.value = "last") },
          { label: t("settings.title"), run: () => (panel.value = "settings") },
          matchMedia("(hover: hover)").matches && { label: t("keys.title"), run: () => (panel.value = "keys") },
          now && invite.value && { label: t("invite.title"), run: () => (panel.value = "invite") },
          may("settings") && invite.value && { label: t("settings.table"), run: () => (panel.value = "room") },
          may("resume") && { label: t("menu.resume"), run: manage("resume") },
          may("pause") && { label: t("menu.pause"), run: manage("pause") },
          may("restart") && { label: t("menu.restart"), run: manage("restart"), sure: t("menu.restart.sure") },
          may("end") && { label: t("menu.end"), run: manage("end"), sure: t("menu.end.sure") },
          may("close") && { label: t("menu.close"), run: manage("close"), sure: t("menu.close.sure") },
          room && { label: t("link.leave"), run: () => (close(), leaveTable()), sure: t(`leave.${room.leaving}`) },
          { label: t("menu.main"), run: lookAway },
        ]}
      />
    </Sheet>
  );
}

/** To the main menu; the seat stays, and from there one can go back to it. */
function lookAway(): void {
  panel.value = null;
  route.value = "home";
  location.hash = "";
}
