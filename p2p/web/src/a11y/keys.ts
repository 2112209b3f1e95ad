// The keyboard: a letter for each act, as the host names it, and the page's own letters.
import { t } from "../i18n";
import { cardsOf, NOTHING, readySet } from "../state/select";
import { prefer, prefs } from "../state/prefs";
import { act, choose, film, notify, panel, question, selection, skip, thinkBetter, view, waiting } from "../state/store";
import { onlyReady } from "../table/Bar";
import { spokenCard } from "../table/Piece";
import { goToHand } from "./focus";
import { speak } from "./speak";

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function readHand(): void {
  const cards = (view.value?.zones ?? []).flatMap((zone) => (zone.kind === "fan" ? cardsOf(zone) : []));
  speak(cards.length ? t("read.hand", { n: cards.length, cards: cards.map(spokenCard).join(", ") }) : t("read.empty"));
}

/** The prompt, then every zone but the hand with what can be seen of it. */
function readTable(): void {
  const now = view.value;
  if (!now) return;
  const zones = now.zones.flatMap((zone) => {
    if (zone.kind === "fan") return [];
    const cards = cardsOf(zone).filter((card) => card.f).map(spokenCard);
    const facts = zone.kind === "dice" ? (zone.dice ?? []).join(", ") : cards.join(", ") || ("n" in zone && zone.n !== undefined ? t("count.cards", { n: zone.n }) : t("read.nothing"));
    return [`${zone.label}: ${facts}`];
  });
  const score = (now.strip ?? []).map((row) => `${row.name} ${row.total}`);
  speak([now.say, ...zones, score.join(", ")].filter(Boolean).join(". "));
}

const OWN: Record<string, () => void> = {
  t: readTable,
  h: readHand,
  g: goToHand,
  l: () => (panel.value = "last"),
  r: () => (panel.value = "rules"),
  m: () => prefer({ sound: !prefs.value.sound }),
  "?": () => (panel.value = "keys"),
};

/** The act that a letter does; true if there is one. */
function actKey(key: string): boolean {
  const now = view.value;
  const one = now?.prompt === undefined ? undefined : now.acts?.find((candidate) => candidate.key === key);
  if (!now || !one) return false;
  if (one.ask) {
    document.querySelector<HTMLElement>(`[data-act="${CSS.escape(one.id)}"] button`)?.focus();
    return true;
  }
  const set = readySet(now, one, selection.value);
  if (set === null) notify(t("why.choose"));
  else act({ act: one, set });
  return true;
}

/** Whether Enter does what is ready: from nowhere in particular, and from a card that is chosen already. */
const doesReady = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches(".fan [aria-pressed=true]"));

function pressed(event: KeyboardEvent): void {
  if (!view.value || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (film.value && !(event.target instanceof Element && event.target.closest(".fan") && event.key.startsWith("Arrow"))) {
    const pressesButton = event.key === " " && event.target !== document.body;
    if (!pressesButton && film.value.key(event.key)) return event.preventDefault();
  }
  if (event.key === "Escape") {
    if (question.value) thinkBetter();
    else choose(NOTHING);
    return;
  }
  if (event.key === "Enter" && doesReady(event.target)) {
    const ready = onlyReady();
    if (ready) event.preventDefault(); // or the card would be taken back
    if (ready) act(ready);
    else if (waiting.value) skip();
    return;
  }
  const key = event.key.toLowerCase();
  if (!prefs.value.keys || key.length !== 1) return;
  const own = OWN[key];
  if (actKey(key)) event.preventDefault();
  else if (own) {
    event.preventDefault();
    own();
  }
}

export const listen = (): void => addEventListener("keydown", pressed);
