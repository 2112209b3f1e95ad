// What one can do with somebody at the table: throw something, poke, say a line; and what the host can do with a seat.
import { signal } from "@preact/signals";
import { THROWN, Thing } from "../art/Things";
import { t, type Key } from "../i18n";
import type { LobbyMessage, ManageMessage, Person } from "../net/proto";
import { games } from "../state/handouts";
import { muted, toggleMuted } from "../state/muted";
import { prefer, prefs } from "../state/prefs";
import { lobby, send, view } from "../state/store";
import { Deeds } from "./Deeds";
import { Sheet } from "./Sheet";

const LONGEST_LINE = 60;
const draft = signal("");

interface MenuProps {
  person: Person;
  close: () => void;
}

export function SeatMenu({ seat, close }: { seat: number; close: () => void }) {
  const person = [...(lobby.value?.people ?? []), ...(lobby.value?.watchers ?? [])].find((one) => one.seat === seat);
  if (!person) return null;
  const others = person.kind !== "empty" && seat !== lobby.value?.you;
  return (
    <Sheet title={person.name ?? t("lobby.open")} close={close}>
      {others && view.value && <Social person={person} close={close} />}
      <SeatDeeds person={person} close={close} />
    </Sheet>
  );
}

function Social({ person: { seat, name }, close }: MenuProps) {
  const poke = () => void (send({ t: "social", kind: "poke", to: seat }), close());
  const toss = (item: (typeof THROWN)[number]) => void (send({ t: "social", kind: "toss", to: seat, item }), close());
  const mute = t(muted.value.has(name ?? "") ? "seat.unmute" : "seat.mute", { name: name ?? "" });
  return (
    <>
      <h3>{t("social.throw")}</h3>
      <ul class="things">
        {THROWN.map((item) => (
          <li key={item}><button type="button" class="button quiet" aria-label={t(`thing.${item}` as Key)} onClick={() => toss(item)}><Thing name={item} /></button></li>
        ))}
      </ul>
      <ul class="menu">
        <li><button type="button" class="button quiet" onClick={poke}>{t("social.poke")}</button></li>
        <li><button type="button" class="button quiet" onClick={() => toggleMuted(name ?? "")}>{mute}</button></li>
      </ul>
      <Lines seat={seat} close={close} />
    </>
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

/** What the host lets this player do with the seat now. */
function SeatDeeds({ person, close }: MenuProps) {
  const now = lobby.value;
  if (!now) return null;
  const { seat, kind, may } = person;
  const name = person.name ?? "";
  const manage = (wish: Omit<ManageMessage, "t">) => () => void (send({ t: "manage", ...wish }), close());
  const bot = kind === "bot";
  return (
    <>
      <Deeds
        deeds={[
          may.includes("sit") && { label: t("seat.sit"), run: () => void (send({ t: "sit", seat }), close()) },
          may.includes("bot") && kind === "person" && { label: t("host.bot"), run: manage({ do: "bot", seat }) },
          may.includes("free") && { label: t(bot ? "seat.send-bot-away" : "host.free"), run: manage({ do: "free", seat }), sure: bot ? undefined : t("host.free.sure", { name }) },
          may.includes("kick") && { label: t("seat.kick", { name }), run: manage({ do: "kick", seat }), sure: t("seat.kick.sure", { name }) },
          ...swaps(person, now).map((other) => ({
            label: other.seat === now.you ? t("seat.swap-own") : t("seat.swap", { name: other.name ?? "" }), run: manage({ do: "swap", seat, other: other.seat }),
          })),
        ]}
      />
      {may.includes("bot") && kind !== "person" && <Bots person={person} close={close} />}
    </>
  );
}

/** With whom the person can be let change places; an empty seat is changed for one's own by sitting down. */
const swaps = (person: Person, { people, you }: LobbyMessage): Person[] =>
  person.kind !== "empty" && person.may.includes("swap")
    ? people.filter((other) => other.seat !== person.seat && other.kind !== "empty" && (other.seat === you || other.may.includes("swap")))
    : [];

/** The kinds of bots that can sit there. */
function Bots({ person: { seat, kind, bot }, close }: MenuProps) {
  const name = lobby.value?.game;
  const kinds = games.value.find((card) => card.name === name)?.bots ?? [];
  return (
    <fieldset>
      <legend>{t(kind === "bot" ? "seat.bot-is" : "seat.let-bot")}</legend>
      {kinds.map(({ value, label, text }) => (
        <button
          key={value} type="button" class="option" aria-pressed={value === bot}
          onClick={() => void (send({ t: "manage", do: "bot", seat, bot: value }), close())}
        >
          <span><b>{label}</b><small>{text}</small></span>
        </button>
      ))}
    </fieldset>
  );
}
