// A card on the table that is only looked at, and what is special about a card.
import type { Card } from "../net/proto";
import { Back, Face } from "../art/Face";
import { Icon } from "../art/Icon";
import { cardName } from "../art/names";
import { t, type Key } from "../i18n";
import { peeked, view } from "../state/store";
import { shown } from "../state/theatre";

/** What can be seen of a card: its own hidden one only while it is looked at. */
export const faceOf = (card: Card): string | undefined => (card.peek && peeked.value !== card.id ? undefined : card.f);

/** The marks that have a name: what else is special is only drawn. */
const NAMED = new Set(["new", "owed", "taken", "trump", "best", "glow-a", "glow-b"]);

/** A card as it is said: its name, and what is special about it. */
export function spokenCard(card: Card): string {
  const marks = (card.m ?? []).filter((mark) => NAMED.has(mark)).map((mark) => t(`mark.${mark}` as Key));
  const by = view.value?.seats.find((seat) => seat.id === card.by)?.name;
  return [cardName(faceOf(card)), ...marks, ...(by ? [t("card.by", { name: by })] : [])].join(", ");
}

export const classesOf = (card: Card): string => {
  const marks = (card.m ?? []).map((mark) => `is-${mark}`);
  return ["card", ...marks, shown.value === card.f && card.f ? "is-shown" : ""].filter(Boolean).join(" ");
};

/** The drawing of a card with the signs of its marks. */
export function Picture({ card, small = false }: { card: Card; small?: boolean }) {
  const face = faceOf(card);
  const placer = view.value?.seats.find((seat) => seat.id === card.by)?.name;
  return (
    <>
      {face ? <Face face={face} small={small} /> : <Back />}
      {card.m?.includes("best") && <span class="badge crown"><Icon name="crown" /></span>}
      {card.m?.includes("owed") && <span class="badge owed" aria-hidden="true">!</span>}
      {placer && <span class="badge by" aria-hidden="true">{placer[0]}</span>}
    </>
  );
}

/** A card that cannot be touched. `silent` where what it lies in says enough. */
export function Piece({ card, small = false, silent = false }: { card: Card; small?: boolean; silent?: boolean }) {
  const spoken = silent ? ({ "aria-hidden": "true" } as const) : { role: "img" as const, "aria-label": spokenCard(card) };
  return (
    <span class={classesOf(card)} data-card={card.id} data-face={faceOf(card) ?? ""} {...spoken}>
      <Picture card={card} small={small} />
    </span>
  );
}
