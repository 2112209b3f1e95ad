// Who sits around the table: name, what they hold, whether they are on turn; a tap opens what one can do with them.
import type { SeatView } from "../net/proto";
import { Icon } from "../art/Icon";
import { Line } from "../art/Line";
import { inWords } from "../art/names";
import { t } from "../i18n";
import { film, panel, room, view } from "../state/store";

export function Seats() {
  const now = view.value;
  const others = (now?.seats ?? []).filter((seat) => seat.pos !== 0).sort((a, b) => a.pos - b.pos);
  return <div class="seats">{others.map((seat) => <Seat key={seat.id} seat={seat} team={teamOf(now?.you ?? null)} />)}</div>;
}

const teamOf = (you: number | null): number | undefined => view.value?.seats.find((seat) => seat.id === you)?.team;

function spokenSeat(seat: SeatView, partner: boolean): string {
  const facts = [
    seat.name,
    seat.kind === "bot" && !/bot/i.test(seat.name) && t("seat.bot"),
    seat.kind === "empty" && t("seat.empty"),
    partner && t("seat.partner"),
    seat.turn && t("seat.turn"),
    seat.won && t("seat.won"),
    seat.n !== undefined && t("count.cards", { n: seat.n }),
    seat.dealer && t("seat.dealer"),
    ...(seat.chips ?? []).map((chip) => inWords(chip.text)),
    seat.link === "away" && t("seat.away"),
    seat.link === "shaky" && t("seat.shaky"),
  ];
  return facts.filter(Boolean).join(", ");
}

function Seat({ seat, team }: { seat: SeatView; team: number | undefined }) {
  const partner = team !== undefined && seat.team === team;
  const classes = ["seat", `at${seat.pos}`, seat.turn && "turn", seat.won && "won", seat.link, seat.kind, partner && "partner"];
  return (
    <button
      type="button" class={classes.filter(Boolean).join(" ")} data-seat={seat.id} aria-label={spokenSeat(seat, partner)}
      onClick={() => film.value || (panel.value = { seat: seat.id })}
    >
      <span class="face-of" aria-hidden="true">
        {seat.kind === "bot" ? <Icon name="bot" /> : seat.name[0]}
        {seat.won && <span class="badge crown"><Icon name="crown" /></span>}
      </span>
      <span class="who" aria-hidden="true">
        <b>{seat.name}</b>
        <span class="facts">
          {seat.n !== undefined && <span class="held-cards">{seat.n}</span>}
          {seat.dealer && <span class="dealer">D</span>}
          {seat.link === "away" && <span class="chip warn">{t("seat.away")}</span>}
          {seat.chips?.map((chip) => <span key={chip.text} class={`chip ${chip.tone ?? "plain"}`}><Line text={chip.text} /></span>)}
        </span>
      </span>
      {room.value.shape === "roomy" && <Backs n={seat.n ?? 0} />}
    </button>
  );
}

const MOST = 13;

/** The cards that somebody holds, as one sees them from across the table. */
function Backs({ n }: { n: number }) {
  const drawn = Math.min(n, MOST);
  return (
    <span class="backs" aria-hidden="true">
      {Array.from({ length: drawn }, (_, i) => <span key={i} style={{ rotate: `${(i - (drawn - 1) / 2) * 4}deg` }} />)}
    </span>
  );
}
