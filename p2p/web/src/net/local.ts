// The host's own page talks to the program on the same machine over a WebSocket (p2p/local_messages.py): no network, no
// introduction. The program's address brings a ticket, which is exchanged for a secret that stays with this browser.
import { type Link, MAX_TEXT, Receiver } from "./link";
import type { GetMessage, HomeMessage, OpenMessage, PartMessage, ProgramMessage, ResumeMessage, StartMessage } from "./proto";
import { NoWay, type Way } from "./way";

const ANSWER_MS = 10_000;
const PLACE = "peerdeck.own";

/** What the address brought and was not exchanged yet. */
let ticket: string | null = null;
/** The secret, where the browser may not keep it. */
let inMemory: string | null = null;

function keptSecret(): string | null {
  try {
    return localStorage.getItem(PLACE) ?? inMemory;
  } catch {
    return inMemory;
  }
}

function keepSecret(secret: string | null): void {
  inMemory = secret;
  try {
    if (secret === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, secret);
  } catch {
    // forbidden: the page has to be opened by the program again when it is loaded anew
  }
}

const OF_THIS_MACHINE = ["127.0.0.1", "localhost"];

/** Whether this browser was opened by a program on the same machine; a link to somewhere else cannot make it so. */
export const isOwnPage = (): boolean =>
  OF_THIS_MACHINE.includes(location.hostname) && (ticket !== null || keptSecret() !== null);

/** Use a ticket at the next occasion. */
export const takeTicket = (brought: string): void => void (ticket = brought);

/** A table of this machine's own program: the one that there is, or the one to be started or resumed first. */
export class OwnWay implements Way {
  readonly key = "";
  readonly #lang: string;
  readonly #wish: StartMessage | ResumeMessage | null;

  constructor(lang: string, wish: StartMessage | ResumeMessage | null = null) {
    this.#lang = lang;
    this.#wish = wish;
  }

  async open(back: boolean): Promise<Link> {
    const program = await reach(this.#lang);
    if (program.home.table !== "none") return program.link;
    if (back || !this.#wish) {
      program.link.close();
      throw new NoWay("table-closed", { final: true });
    }
    program.link.send(JSON.stringify(this.#wish));
    await program.answer();
    return program.link;
  }

  // The program itself knows whose seat it is.
  seated(): void {}
  lost(): void {}
}

interface Program {
  home: HomeMessage;
  link: LocalLink;
  /** Its next answer; throws `NoWay` for a refusal. */
  answer(): Promise<HomeMessage | PartMessage>;
}

/** Something to read or watch from this machine's own program, which needs no table for that; throws `NoWay`. */
export async function askPart(lang: string, wanted: GetMessage): Promise<PartMessage> {
  const { link, answer } = await reach(lang);
  link.send(JSON.stringify(wanted));
  const part = await answer();
  link.close();
  if (part.t !== "part") throw new NoWay("program-gone");
  return part;
}

/** What this machine's own program can do; throws `NoWay`. */
export async function askHome(lang: string): Promise<HomeMessage> {
  const { home, link } = await reach(lang);
  link.close();
  return home;
}

/** Give a table up that a crash interrupted; what the program can do now, or throws `NoWay`. */
export async function giveUp(lang: string, room: string): Promise<HomeMessage> {
  const program = await reach(lang);
  program.link.send(JSON.stringify({ t: "resume", room, go_on: false } satisfies ResumeMessage));
  const home = await program.answer();
  program.link.close();
  if (home.t !== "home") throw new NoWay("program-gone");
  return home;
}

async function reach(lang: string): Promise<Program> {
  const address = new URL("local", location.href);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  const gone = new Promise<never>((_, fail) => {
    socket.addEventListener("close", () => fail(new NoWay("program-gone")), { once: true });
  });
  gone.catch(() => {});
  const answer = async () => {
    const late = new Promise<never>((_, fail) => setTimeout(() => fail(new NoWay("program-gone")), ANSWER_MS));
    const said = new Promise<MessageEvent>((heard) => socket.addEventListener("message", heard, { once: true }));
    const message = JSON.parse(String((await Promise.race([said, gone, late])).data)) as ProgramMessage;
    if (message.t !== "refused") return message;
    socket.close();
    if (message.code === "wrong-token") keepSecret(null);
    throw new NoWay(message.code, { text: message.text });
  };
  await Promise.race([new Promise((opened) => socket.addEventListener("open", opened, { once: true })), gone]);
  const open: OpenMessage = { t: "open", token: keptSecret() ?? "", ticket: ticket ?? "", lang };
  ticket = null;
  socket.send(JSON.stringify(open));
  const home = await answer();
  if (home.t !== "home") throw new NoWay("program-gone");
  if (home.token) keepSecret(home.token);
  return { home, link: new LocalLink(socket), answer };
}

class LocalLink implements Link {
  readonly #socket: WebSocket;
  readonly #receiver = new Receiver();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("close", () => this.#receiver.end());
  }

  start(onText: (text: string) => void, onClosed: () => void): void {
    this.#receiver.start(onText, onClosed);
    this.#socket.onmessage = ({ data }) => {
      if (typeof data !== "string" || data.length > MAX_TEXT || !this.#receiver.text(data)) this.drop();
    };
    if (this.#socket.readyState > WebSocket.OPEN) this.#receiver.end();
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }

  drop(): void {
    this.#socket.close();
    this.#receiver.end();
  }
}
