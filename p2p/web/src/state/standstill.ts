// Why nothing happens at the table, and what this player can do about it: the same in every game. Pure, from what the
// host says of the room.
import { t } from "../i18n";
import type { GuestMessage, LobbyMessage, Person } from "../net/proto";

export interface Way {
  label: string;
  /** What to tell the host; `invite` opens the invitation instead. */
  does: GuestMessage | "invite";
  /** What to think of before that. */
  sure?: string;
}

export interface Standstill {
  text: string;
  ways: Way[];
  /** Whether the others play on meanwhile, and the prompt of the table matters all the same. */
  aside?: boolean;
}

/** What the room waits for; null while the table itself says it all. */
export function standstill(room: LobbyMessage | null): Standstill | null {
  if (!room?.playing) return null;
  const me = room.people.find((person) => person.seat === room.you);
  if (room.paused) return paused(room);
  if (room.waiting_for.length > 0) return missing(room);
  if (me?.stand_in) return { text: t("room.bot-plays"), ways: [{ label: t("room.play-again"), does: { t: "ready" } }], aside: true };
  if (room.resting) return resting(room, me);
  return me ? null : watching(room);
}

function paused(room: LobbyMessage): Standstill {
  const ways: Way[] = room.may.includes("resume") ? [{ label: t("menu.resume"), does: { t: "manage", do: "resume" } }] : [];
  return { text: t("room.paused"), ways };
}

/** Somebody is away, or a seat is free. */
function missing(room: LobbyMessage): Standstill {
  const lacking = room.people.filter((person) => room.waiting_for.includes(person.seat));
  const away = lacking.filter((person) => person.kind === "person");
  const free = lacking.length - away.length;
  const text = [
    away.length > 0 && t("room.missing", { n: away.length, names: away.map(nameOf).join(", ") }),
    free > 0 && t("room.free-seats", { n: free }),
  ];
  const ways = lacking.flatMap(waysWith);
  if (free > 0) ways.push({ label: t("invite.title"), does: "invite" });
  return { text: text.filter(Boolean).join(" "), ways };
}

const nameOf = (person: Person): string => person.name ?? "";

function waysWith({ seat, may, kind, name }: Person): Way[] {
  const gaps = { name: name ?? "" };
  const ways: Way[] = [];
  if (may.includes("sit")) ways.push({ label: t("seat.sit"), does: { t: "sit", seat } });
  if (may.includes("bot")) {
    ways.push({ label: kind === "empty" ? t("seat.let-bot") : t("host.bot-for", gaps), does: { t: "manage", do: "bot", seat } });
  }
  if (may.includes("free")) {
    ways.push({ label: t("host.free-of", gaps), does: { t: "manage", do: "free", seat }, sure: t("host.free.sure", gaps) });
  }
  return ways;
}

/** Between two hands. */
function resting(room: LobbyMessage, me: Person | undefined): Standstill {
  const lacking = room.people.filter((person) => person.kind === "person" && person.link !== "away" && !person.ready);
  const sits = room.people.filter((person) => person.may.includes("sit")).flatMap((person) => waysWith({ ...person, may: ["sit"] }));
  if (!me || me.ready) return { text: t("lobby.waits-for", { names: lacking.map(nameOf).join(", ") }), ways: sits };
  return { text: t("room.ready-next"), ways: [{ label: t("room.next-hand"), does: { t: "ready" } }] };
}

function watching(room: LobbyMessage): Standstill {
  const seat = room.people.find((person) => person.may.includes("sit"));
  return { text: t("room.watching"), ways: seat ? waysWith({ ...seat, may: ["sit"] }) : [], aside: true };
}
