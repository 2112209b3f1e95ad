// The kinds of zones but the hand. Each knows how cards lie, none knows a game.
import type { Card, Dice, Group, Melds, Piles, Spread, Stack, Trick, Zone } from "../net/proto";
import { Die } from "../art/Face";
import { Icon } from "../art/Icon";
import { Line } from "../art/Line";
import { inWords } from "../art/names";
import { t } from "../i18n";
import { act, choose, notify, panel, peek, peeked, oneTap, selection, view } from "../state/store";
import { choosable, tap } from "../state/select";
import { rolling } from "../state/theatre";
import { classesOf, faceOf, Picture, Piece, spokenCard } from "./Piece";
import { Place } from "./Place";

export function ZoneView({ zone }: { zone: Zone }) {
  switch (zone.kind) {
    case "stack":
      return <StackView zone={zone} />;
    case "spread":
      return <SpreadView zone={zone} />;
    case "trick":
      return <TrickView zone={zone} />;
    case "melds":
      return <MeldsView zone={zone} />;
    case "piles":
      return <PilesView zone={zone} />;
    case "dice":
      return <DiceView zone={zone} />;
    default:
      return null;
  }
}

const MOST_DRAWN = 4;
const NO_CARD = <span class="hole" />;

function stackLabel(zone: Stack): string {
  const top = zone.cards?.at(-1);
  const count = zone.n === undefined ? "" : t("count.cards", { n: zone.n });
  return [zone.label, top && faceOf(top) ? spokenCard(top) : "", zone.note ?? count].filter(Boolean).join(", ");
}

/** What a tap on a stack shows: an own hidden card, or the last trick. */
function lookAt(zone: Stack) {
  const hidden = zone.cards?.find((card) => card.peek);
  if (hidden) return { label: t("peek"), run: () => peek(hidden) };
  if (zone.area === "rail" && view.value?.last) return { label: t("last.title"), run: () => (panel.value = "last") };
  return undefined;
}

/** A heap: its top cards, and how many there are. On the rail it is small, with its name beside it. */
export function StackView({ zone }: { zone: Stack }) {
  const cards = zone.cards ?? [];
  const back = cards.length === 1 && cards[0]?.f === undefined;
  // A heap looks as thick as one may know.
  const under = cards.length === 1 ? Math.min(MOST_DRAWN - 1, (zone.n ?? (back ? MOST_DRAWN : 1)) - 1) : 0;
  const rail = zone.area === "rail";
  const small = rail && peeked.value !== cards[0]?.id;
  return (
    <Place id={zone.id} label={stackLabel(zone)} kind={`stack ${rail ? "on-rail" : ""}`} look={lookAt(zone)}>
      <span class="heap">
        {Array.from({ length: Math.max(0, under) }, (_, i) => <span key={i} class="card under" />)}
        {cards.length ? cards.slice(-MOST_DRAWN).map((card) => <Piece key={card.id} card={card} small={small} silent />) : NO_CARD}
      </span>
      <span class="tag">
        <span class="name">{zone.label}</span>
        {(zone.note ?? zone.n) !== undefined && <b>{zone.note ?? zone.n}</b>}
      </span>
    </Place>
  );
}

/** A card of a zone from which cards are picked. */
function PickCard({ zone, card, small = false }: { zone: Zone; card: Card; small?: boolean }) {
  const chosen = selection.value.zone === zone.id && selection.value.cards.includes(card.id);
  const run = () => {
    const now = view.value;
    if (!now) return;
    const result = tap(now, selection.value, zone, card, oneTap());
    if (result.does === "nothing") notify(result.why ?? t("why.not"));
    else choose(result.selection);
    if (result.does === "act") act(result.ready);
  };
  return (
    <button
      type="button" class={`${classesOf(card)} pick ${chosen ? "chosen" : ""}`} data-card={card.id} data-face={faceOf(card) ?? ""}
      aria-pressed={chosen} aria-label={spokenCard(card)} onClick={run}
    >
      <Picture card={card} small={small} />
    </button>
  );
}

function SpreadView({ zone }: { zone: Spread }) {
  const cards = zone.cards ?? [];
  const now = view.value;
  const usable = now?.prompt === undefined ? new Set<string>() : choosable(now, zone.id);
  const line = (
    <span class="line" style={{ "--n": cards.length }}>
      {cards.length === 0 && NO_CARD}
      {cards.map((card) => (
        <span key={card.id} class="step">
          {usable.has(card.id) ? <PickCard zone={zone} card={card} /> : <Piece card={card} />}
        </span>
      ))}
    </span>
  );
  const kind = `spread ${cards.length < 2 ? "single" : ""}`;
  const tag = <span class="tag"><span class="name">{zone.label}</span>{zone.note && <small><Line text={zone.note} /></small>}</span>;
  const style = { "--n": cards.length };
  // Cards that can be picked are buttons themselves, so what holds them is none.
  if (usable.size > 0) {
    return <div class={`zone spread-box ${kind}`} style={style}><div class={`place ${kind}`} data-place={zone.id} role="group" aria-label={zone.label}>{line}</div>{tag}</div>;
  }
  return <div class={`zone spread-box ${kind}`} style={style}><Place id={zone.id} label={zone.label} kind={kind}>{line}</Place>{tag}</div>;
}

/** A slot at the side of each seat; the winner so far has a ring and a crown. */
export function TrickView({ zone, names = false }: { zone: Trick; names?: boolean }) {
  const seats = view.value?.seats ?? [];
  // Before the first card, empty slots would only be lines on the felt.
  const idle = !zone.slots?.length && !view.value?.acts?.some((one) => one.to && zone.id in one.to);
  return (
    <Place id={zone.id} label={zone.label} kind={`trick ${idle ? "idle" : ""}`}>
      {seats.map((seat) => {
        const slot = zone.slots?.find((one) => one.seat === seat.id);
        const best = zone.best === seat.id && slot !== undefined;
        const says = slot && [`${seat.name}: ${spokenCard(slot.card)}`, zone.lead === seat.id && t("trick.leads")];
        return (
          <span key={seat.id} class={`slot at${seat.pos} ${best ? "best" : ""}`} {...(says && { role: "img", "aria-label": says.filter(Boolean).join(", ") })}>
            {slot && <Piece card={slot.card} silent />}
            {names && <span class="tag" aria-hidden="true">{seat.name}</span>}
          </span>
        );
      })}
    </Place>
  );
}

const groupLabel = (group: Group): string => {
  const cards = (group.cards ?? []).map(spokenCard).join(", ");
  return [group.label, group.locked && t("group.locked"), cards].filter(Boolean).join(": ");
};

function MeldsView({ zone }: { zone: Melds }) {
  const groups = zone.groups ?? [];
  const you = view.value?.you;
  return (
    <div class="zone melds" data-place={zone.id} role="group" aria-label={zone.label}>
      {groups.length === 0 && <p class="empty">{zone.label}</p>}
      {groups.map((group) => (
        <Place key={group.id} id={group.id} label={groupLabel(group)} kind={`meld ${group.owner === you ? "is-own" : ""}`}>
          <span class="overlapped">
            {(group.cards ?? []).map((card) => <Piece key={card.id} card={card} small silent />)}
          </span>
          <span class="tag"><Line text={group.label} /></span>
        </Place>
      ))}
    </div>
  );
}

const PILE_DRAWN = 3;

function PilesView({ zone }: { zone: Piles }) {
  return (
    <div class="zone piles" data-place={zone.id} role="group" aria-label={zone.label}>
      {(zone.groups ?? []).map((group) => {
        const cards = group.cards ?? [];
        return (
          <Place key={group.id} id={group.id} label={groupLabel(group)} kind={`pile ${group.locked ? "locked" : ""}`}>
            <span class="cascade">
              {cards.length === 0 && <span class="hole">+</span>}
              {cards.slice(-PILE_DRAWN).map((card) => <Piece key={card.id} card={card} silent />)}
              {group.locked && <span class="badge lock"><Icon name="lock" /></span>}
            </span>
            <span class="tag"><Line text={group.label} /></span>
          </Place>
        );
      })}
    </div>
  );
}

function DiceView({ zone }: { zone: Dice }) {
  const thrown = zone.dice ?? [];
  const says = [zone.label, thrown.length ? thrown.join(", ") : t("dice.none"), zone.note && inWords(zone.note)];
  return (
    <div class={`zone dice ${rolling.value.has(zone.id) ? "rolling" : ""}`} data-place={zone.id} role="img" aria-label={says.filter(Boolean).join(": ")}>
      {(thrown.length ? thrown : [null, null]).map((n, place) => <Die key={place} n={n} />)}
      {zone.note && <span class="tag"><Line text={zone.note} /></span>}
    </div>
  );
}
