// Before a match: the same felt as the table, with the seats to choose around it, and the game in the middle.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../art/Icon";
import { spoken } from "../a11y/speak";
import { t } from "../i18n";
import type { GameCard, LobbyMessage, Person } from "../net/proto";
import { games, invite } from "../state/handouts";
import { finished, lobby, notice, panel, send } from "../state/store";
import { Masthead } from "./Masthead";
import { GameSheet, LearnLinks, Panels, seeAgain } from "./sheets";

/** Whether the game is being chosen. */
const choosing = signal(false);
const close = () => (choosing.value = false);

export function Lobby() {
  const now = lobby.value;
  useEffect(() => void send({ t: "get", what: "games" }), [now?.title]);
  if (!now) return null;
  const hosting = now.host === now.you;
  const card = games.value.find((one) => one.name === now.game);
  return (
    <div class="app page lobby" style={card && { "--hue": card.hue }}>
      <Masthead opens="menu" />
      <main>
        <section class={`board seats-${now.people.length}`} aria-label={t("lobby.seats")}>
          {now.people.map((person) => <Chip key={person.seat} person={person} lobby={now} hosting={hosting} />)}
          <div class="middle">
            <h1>{now.title}</h1>
            {card?.summary && <p>{card.summary}</p>}
            <Options lobby={now} card={card} />
            <LearnLinks game={now.game} />
            {finished.value && <button type="button" class="button quiet" onClick={seeAgain}>{t("replay.last")}</button>}
            {now.may.includes("game") && <button type="button" class="button quiet" onClick={() => (choosing.value = true)}>{t("lobby.change")}</button>}
          </div>
        </section>
        <section class="below" aria-label={t("lobby.start")}>
          <p class="prompt" role="status">{notice.value ?? whatNext(now)}</p>
          <Begin lobby={now} />
          <Watchers lobby={now} />
        </section>
      </main>
      <p class="unseen" aria-live="polite">{spoken.value}</p>
      {choosing.value && <GameSheet lobby={now} close={close} />}
      <Panels />
    </div>
  );
}

/** Where somebody sits as seen from here: below, then clockwise. */
const POSITIONS: Record<number, number[]> = { 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3] };
const positionOf = (seat: number, { you, people }: LobbyMessage): number => {
  const below = you < people.length ? you : 0; // who watches looks on from the first seat
  return POSITIONS[people.length]?.[(seat - below + people.length) % people.length] ?? 0;
};

function Chip({ person, lobby: now, hosting }: { person: Person; lobby: LobbyMessage; hosting: boolean }) {
  const { seat, kind, link, ready } = person;
  const mine = seat === now.you;
  const classes = ["chair", `at${positionOf(seat, now)}`, kind, link, mine && "mine", ready && "ready"].filter(Boolean).join(" ");
  const facts = [
    mine ? t("lobby.you") : kind === "bot" ? [t("seat.bot"), kindOf(person, now)].filter(Boolean).join(", ") : "",
    seat === now.host ? t("lobby.host") : "",
    link === "away" ? t("seat.away") : link === "shaky" ? t("seat.shaky") : "",
    kind === "person" && ready ? t("lobby.is-ready") : "",
  ].filter(Boolean);
  const name = person.name ?? t(hosting ? "lobby.open" : "lobby.sit-here");
  const inside = (
    <>
      <span class="face-of" aria-hidden="true">{kind === "bot" ? <Icon name="bot" /> : kind === "empty" ? "+" : name[0]}</span>
      <span class="who"><b>{name}</b><small>{facts.join(" · ")}</small></span>
    </>
  );
  if (mine || person.may.length === 0) return <div class={classes} data-seat={seat}>{inside}</div>;
  const tap = () => {
    if (person.may.join() === "sit") send({ t: "sit", seat });
    else panel.value = { seat };
  };
  return <button type="button" class={classes} data-seat={seat} onClick={tap}>{inside}</button>;
}

/** How well a bot plays, in words. */
const kindOf = ({ bot }: Person, { game }: LobbyMessage): string =>
  games.value.find((card) => card.name === game)?.bots.find((kind) => kind.value === bot)?.label ?? "";

/** How the game is played at this table, in words. */
function Options({ lobby: now, card }: { lobby: LobbyMessage; card: GameCard | undefined }) {
  const options = card?.sizes.find((size) => size.seats === now.people.length)?.options ?? [];
  const minutes = card?.minutes;
  return (
    <ul class="rules-of-table">
      {minutes != null && <li>{t("lobby.minutes", { n: minutes })}</li>}
      {options.map((option) => {
        const choice = option.choices.find((one) => one.value === now.options[option.key]) ?? option.choices[0];
        return <li key={option.key} title={choice?.text}>{option.label}: {choice?.label}</li>;
      })}
    </ul>
  );
}

/** One sentence on what the table waits for. */
function whatNext(now: LobbyMessage): string {
  const open = now.people.filter((person) => person.kind === "empty").length;
  if (open > 0) return t("lobby.waits-for-seats", { n: open });
  const lacking = now.people.filter((person) => person.kind === "person" && !person.ready);
  if (lacking.some((person) => person.seat === now.you)) return t("lobby.your-word");
  return t("lobby.waits-for", { names: lacking.map((person) => person.name ?? "").join(", ") });
}

/** Who has no seat; the host can send somebody away. */
function Watchers({ lobby: { watchers } }: { lobby: LobbyMessage }) {
  if (watchers.length === 0) return null;
  return (
    <ul class="watchers" aria-label={t("room.watchers")}>
      {watchers.map((person) => (
        <li key={person.seat}>
          <button type="button" class="button quiet" onClick={() => (panel.value = { seat: person.seat })}>{t("room.watches", { name: person.name ?? "" })}</button>
        </li>
      ))}
    </ul>
  );
}

function Begin({ lobby: now }: { lobby: LobbyMessage }) {
  const ready = now.people.some((person) => person.seat === now.you && person.ready);
  const full = now.people.every((person) => person.kind !== "empty");
  const alone = now.people.every((person) => person.kind !== "person" || person.seat === now.you);
  return (
    <div class="acts">
      {invite.value && <button type="button" class={`button ${full ? "quiet" : "main"}`} onClick={() => (panel.value = "invite")}>{t("invite.title")}</button>}
      {now.may.includes("start") && !alone && <button type="button" class="button quiet" onClick={() => send({ t: "manage", do: "start" })}>{t("lobby.start-now")}</button>}
      {now.you < now.people.length && <button type="button" class={`button ${full && !ready ? "main" : "quiet"}`} aria-pressed={ready} onClick={() => ready || send({ t: "ready" })}>
        {t(ready ? "lobby.ready" : "lobby.get-ready")}
      </button>}
    </div>
  );
}
