// What lies over the table, one at a time.
import { t } from "../i18n";
import { Line } from "../art/Line";
import { lobby, panel, view } from "../state/store";
import { TrickView } from "../table/Zones";
import { Invite } from "./Invite";
import { Keys } from "./Keys";
import { Menu } from "./Menu";
import { Rules } from "./Rules";
import { Score } from "./Score";
import { SeatMenu } from "./SeatMenu";
import { Settings } from "./Settings";
import { Sheet } from "./Sheet";
import { TableSettings } from "./TableSettings";

const close = () => (panel.value = null);

export function Panels() {
  const open = panel.value;
  if (open === null) return null;
  if (typeof open === "object") {
    return "rules" in open ? <Rules game={open.rules} close={close} /> : <SeatMenu seat={open.seat} close={close} />;
  }
  switch (open) {
    case "menu":
      return <Menu close={close} />;
    case "rules":
      return <Rules game={view.value?.game ?? lobby.value?.game ?? ""} close={close} />;
    case "settings":
      return <Settings close={close} />;
    case "score":
      return <Score close={close} />;
    case "invite":
      return <Invite close={close} />;
    case "room":
      return <TableSettings close={close} />;
    case "keys":
      return <Keys close={close} />;
    case "last":
      return <LastTrick />;
    case "log":
      return <FullLog />;
  }
}

function LastTrick() {
  const last = view.value?.last;
  const winner = view.value?.seats.find((seat) => seat.id === last?.best)?.name;
  return (
    <Sheet title={t("last.title")} close={close}>
      {last ? (
        <div class="felt">
          <TrickView zone={{ ...last, id: "last-trick" }} names />
          {winner && <p class="caption">{t("last.winner", { name: winner })}</p>}
        </div>
      ) : (
        <p>{t("last.none")}</p>
      )}
    </Sheet>
  );
}

function FullLog() {
  const lines = view.value?.log ?? [];
  return (
    <Sheet title={t("log.title")} close={close}>
      <ol class="log-lines">{lines.map((line) => <li key={line.n}><Line text={line.text} /></li>)}</ol>
    </Sheet>
  );
}
