// The page of development builds (build.mjs --dev): `?fixture=NAME` shows a view from a file, without any host. What
// would be sent is told as an event `sent`; what a host would say is told by an event `host`. Not in what is shipped.
import { effect } from "@preact/signals";
import { render } from "preact";
import { listen } from "./a11y/keys";
import { speakLanguage, wanted } from "./i18n";
import type { Frame, HostMessage, LobbyMessage, View } from "./net/proto";
import { partCame } from "./state/handouts";
import { prefs } from "./state/prefs";
import { received, route, wire } from "./state/store";
import { Table } from "./table/Table";
import "./css/app.css";

async function show(name: string): Promise<void> {
  const answer = await fetch(`fixtures/${name}.json`);
  const read: View | Frame[] = await answer.json();
  const list = Array.isArray(read) ? read : [{ view: read }];
  const last = list.at(-1)?.view;
  if (last) received(lobbyOf(last));
  received({ t: "frames", seq: 0, list });
}

/** The lobby that a host would have told of before such a view. */
const lobbyOf = ({ game, title, you, seats }: View): LobbyMessage => ({
  t: "lobby", game, title, options: {}, you: you ?? 0, playing: true, matches: 1, waiting_for: [], host: you, paused: false,
  resting: false, watchers: [], settings: { idle: 60, rest: 10, window: 8, watchers: false }, leaving: "nothing", may: [],
  people: seats.map(({ id, name, kind = "person", link = "on" }) => ({
    seat: id, name, kind, link, ready: true, bot: null, stand_in: false, may: [],
  })),
});

addEventListener("host", (event) => {
  const message = (event as CustomEvent<HostMessage>).detail;
  received(message);
  if (message.t === "part") partCame(message);
});
route.value = "table";
wire.value = (message) => dispatchEvent(new CustomEvent("sent", { detail: message }));
effect(() => void speakLanguage(wanted(prefs.value.lang)));
listen();
void show(new URLSearchParams(location.search).get("fixture") ?? "xing");

const root = document.getElementById("app");
if (root) render(<Table />, root);
