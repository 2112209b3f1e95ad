// What one can do with somebody at the table: throw something, poke, say a line; and what the host can do with a seat.
import { signal } from "@preact/signals";
import { THROWN, Thing } from "../art/Things";
import { t, type Key } from "../i18n";
import type { ManageMessage, Person } from "../net/proto";
import { muted, toggleMuted } from "../state/muted";
import { prefer, prefs } from "../state/prefs";
import { lobby, send, view } from "../state/store";
import { Sheet } from "./Sheet";

const LONGEST_LINE = 60;
const draft = signal("");

interface MenuProps {
  person: Person;
  close: () => void;
}

export function SeatMenu({ seat, close }: { seat: number; close: () => void }) {
  const person = lobby.value?.people.find((one) => one.seat === seat);
  if (!person) return null;
  const others = person.kind !== "empty" && seat !== lobby.value?.you;
  return (
    <Sheet title={person.name ?? t("seat.empty")} close={close}>
      {others && view.value && <Social person={person} close={close} />}
      <Deeds person={person} close={close} />
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

/** What the host can do with the seat; to sit down in an empty one is everybody's right. */
function Deeds({ person: { seat, name, kind, link }, close }: MenuProps) {
  const now = lobby.value;
  if (!now) return null;
  const [hosting, mine, away] = [now.host === now.you, seat === now.you, link === "away"];
  const manage = (wish: Omit<ManageMessage, "t">) => () => void (send({ t: "manage", ...wish }), close());
  const deeds: [string, () => void, boolean][] = [
    [t("seat.sit"), () => void (send({ t: "sit", seat }), close()), kind === "empty" && !now.playing],
    [t("seat.let-bot"), manage({ do: "bot", seat }), hosting && kind === "empty" && !now.playing],
    [t("host.bot"), manage({ do: "bot", seat }), hosting && kind === "person" && away && now.playing],
    [t("host.free"), manage({ do: "free", seat }), hosting && kind === "person" && away],
    [t("seat.send-bot-away"), manage({ do: "free", seat }), hosting && kind === "bot" && !now.playing],
    [t("seat.kick", { name: name ?? "" }), manage({ do: "kick", seat }), hosting && kind === "person" && !mine],
    ...now.people
      .filter((other) => other.seat !== seat && other.kind !== "empty")
      .map((other): [string, () => void, boolean] => [
        t("seat.swap", { name: other.name ?? "" }), manage({ do: "swap", seat, other: other.seat }), hosting && kind !== "empty" && !now.playing,
      ]),
  ];
  return (
    <ul class="menu">
      {deeds.filter(([, , allowed]) => allowed).map(([label, run]) => (
        <li key={label}><button type="button" class="button quiet" onClick={run}>{label}</button></li>
      ))}
    </ul>
  );
}
