// The guest's way through the signaling server (signaling/PROTOCOL.md): be let into a room, exchange texts with its host.

const CONNECT_MS = 5000;
const ANSWER_MS = 5000;
const HOST = "host";

const REFUSALS = ["server-full", "too-fast", "no-such-room", "host-away", "room-busy"] as const;
/** Why there was no introduction; the player's sentences are in i18n. What the server itself says is not shown. */
export type NotIntroduced = (typeof REFUSALS)[number] | "server-unreachable" | "not-a-server";

export class IntroductionError extends Error {
  readonly code: NotIntroduced;

  constructor(code: NotIntroduced) {
    super(code);
    this.code = code;
  }
}

type Message = Record<string, unknown>;

/** A guest in a room whose host knows of it. Made by `introduce`; set `onText` and `onLost` at once. */
export class Introduction {
  /** Our own name at the server. */
  readonly peer: string;
  readonly iceServers: RTCIceServer[];
  onText: (text: string) => void = () => {};
  /** The server, or the host's connection to it, is gone. */
  onLost: () => void = () => {};
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, peer: string, iceServers: RTCIceServer[]) {
    this.peer = peer;
    this.iceServers = iceServers;
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(read(data));
    socket.onclose = () => this.onLost();
  }

  /** Send a text to the host; if it is lost, `onLost` tells. */
  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ type: "send", to: HOST, data: text }));
    }
  }

  close(): void {
    this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
  }

  #hear(message: Message): void {
    if (message["type"] === "from" && message["peer"] === HOST && typeof message["data"] === "string") {
      this.onText(message["data"]);
    } else {
      this.onLost(); // the host left, something was refused, or this is no such server
    }
  }
}

/** The address of the signaling server that belongs to a page. */
export function signalAddress(page: string): URL {
  const address = new URL("signal", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** Ask to be introduced to the host of a room; throws `IntroductionError`. `gaveUp` ends it early. */
export async function introduce(address: URL, room: string, gaveUp: AbortSignal): Promise<Introduction> {
  const socket = new WebSocket(address);
  try {
    await happens(socket, "open", CONNECT_MS, "server-unreachable", gaveUp);
    socket.send(JSON.stringify({ type: "join", room }));
    const answer = read((await happens(socket, "message", ANSWER_MS, "not-a-server", gaveUp)).data);
    if (answer["type"] === "refused") {
      throw new IntroductionError(REFUSALS.find((code) => code === answer["code"]) ?? "not-a-server");
    }
    const { peer, ice_servers: servers } = answer;
    if (answer["type"] !== "joined" || typeof peer !== "string" || !Array.isArray(servers)) {
      throw new IntroductionError("not-a-server");
    }
    return new Introduction(socket, peer, servers.map(iceServer));
  } catch (error) {
    socket.close();
    throw error;
  }
}

/** Wait for an event of a socket; its end, a time that is over, and giving up mean what `failure` says. */
function happens(
  socket: WebSocket,
  type: "open" | "message",
  ms: number,
  failure: NotIntroduced,
  gaveUp: AbortSignal,
): Promise<MessageEvent> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new IntroductionError(failure));
    setTimeout(fail, ms);
    socket.addEventListener(type, (event) => resolve(event as MessageEvent), { once: true });
    socket.addEventListener("close", fail, { once: true });
    gaveUp.addEventListener("abort", fail, { once: true });
    if (gaveUp.aborted) fail();
  });
}

/** The message in a frame; empty if it holds none. */
function read(data: unknown): Message {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" && message !== null ? (message as Message) : {};
  } catch {
    return {};
  }
}

/** What a browser wants to know of a STUN or TURN server: it takes no keys that are null. */
function iceServer(server: Message): RTCIceServer {
  const known = ["urls", "username", "credential"].filter((key) => server?.[key] != null);
  return Object.fromEntries(known.map((key) => [key, server[key]])) as unknown as RTCIceServer;
}
