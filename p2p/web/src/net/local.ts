// The host's own page talks to the program on the same machine over a WebSocket: no network, no introduction.
import { type Link, MAX_TEXT, Receiver } from "./link";

const OPEN_MS = 3000;

/** Open a link to this machine's own program; throws if nobody answers. */
export function openLocal(address: URL): Promise<Link> {
  const socket = new WebSocket(address);
  return new Promise((opened, failed) => {
    const fail = () => {
      socket.close();
      failed(new Error("The program does not answer."));
    };
    setTimeout(fail, OPEN_MS);
    socket.addEventListener("open", () => opened(new LocalLink(socket)), { once: true });
    socket.addEventListener("close", fail, { once: true });
  });
}

class LocalLink implements Link {
  readonly #socket: WebSocket;
  readonly #receiver = new Receiver();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string" || data.length > MAX_TEXT || !this.#receiver.text(data)) this.drop();
    };
    socket.onclose = () => this.#receiver.end();
  }

  start(onText: (text: string) => void, onClosed: () => void): void {
    this.#receiver.start(onText, onClosed);
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
