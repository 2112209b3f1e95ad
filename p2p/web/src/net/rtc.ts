// The connection between two peers: one data channel of the browser's WebRTC, opened by this side.
import { sha256 } from "@noble/hashes/sha2.js";
import { type Link, MAX_TEXT, Receiver } from "./link";
import { readDescription } from "./sdp";

/** In odd networks the search for addresses never ends, and most are found in the first tenth of a second. */
const GATHER_MS = 2000;
/** How long closing waits until what was sent has gone out. */
const DRAIN_MS = 1000;
/** A host that leaves more than this unread is given up. */
const MAX_UNSENT = 4 * 1024 * 1024;

/** A connection in the making; `RTCPeerConnection` asks no servers but those given. */
export class Offering {
  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;

  /** Throws if the browser cannot use the servers. */
  constructor(iceServers: RTCIceServer[]) {
    this.#connection = new RTCPeerConnection({ iceServers });
    this.#channel = this.#connection.createDataChannel("peerdeck");
  }

  /** This side's description with all addresses that were found in time. */
  async describe(): Promise<string> {
    const connection = this.#connection;
    await connection.setLocalDescription();
    await new Promise<void>((found) => {
      setTimeout(found, GATHER_MS);
      connection.addEventListener("icegatheringstatechange", () => connection.iceGatheringState === "complete" && found());
      if (connection.iceGatheringState === "complete") found();
    });
    return connection.localDescription?.sdp ?? "";
  }

  /** Connect to whoever gave this answer; the handshake has its own deadline for that. */
  async accept(sdp: string): Promise<RtcLink> {
    await this.#connection.setRemoteDescription({ type: "answer", sdp });
    return new Promise((opened, failed) => {
      const look = () => {
        if (this.#channel.readyState === "open") opened(new RtcLink(this.#connection, this.#channel));
        else if (hasEnded(this.#connection) || this.#channel.readyState === "closed") failed(new Error("It did not open."));
      };
      this.#channel.addEventListener("open", look);
      this.#channel.addEventListener("close", look);
      this.#connection.addEventListener("connectionstatechange", look);
      look();
    });
  }

  close(): void {
    this.#connection.close();
  }
}

const hasEnded = ({ connectionState }: RTCPeerConnection): boolean =>
  connectionState === "failed" || connectionState === "closed";

/** A link over an open data channel. */
export class RtcLink implements Link {
  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #receiver = new Receiver();

  constructor(connection: RTCPeerConnection, channel: RTCDataChannel) {
    this.#connection = connection;
    this.#channel = channel;
    channel.addEventListener("message", ({ data }) => {
      if (typeof data !== "string" || data.length > MAX_TEXT || !this.#receiver.text(data)) this.drop();
    });
    channel.addEventListener("close", () => this.drop());
    connection.addEventListener("connectionstatechange", () => hasEnded(connection) && this.drop());
  }

  /** SHA-256 of the certificates: of this side, and the one that the host showed, or promised where the browser does not tell. */
  get fingerprints(): { local: Uint8Array; remote: Uint8Array } {
    const [shown] = this.#connection.sctp?.transport.getRemoteCertificates?.() ?? [];
    const { localDescription, remoteDescription } = this.#connection;
    return {
      local: readDescription(localDescription?.sdp ?? "", "offer").fingerprint,
      remote: shown ? sha256(new Uint8Array(shown)) : readDescription(remoteDescription?.sdp ?? "", "answer").fingerprint,
    };
  }

  start(onText: (text: string) => void, onClosed: () => void): void {
    this.#receiver.start(onText, onClosed);
  }

  /** See `Receiver.pause`. */
  pause(): void {
    this.#receiver.pause();
  }

  send(text: string): void {
    if (this.#channel.readyState !== "open") return;
    if (this.#channel.bufferedAmount > MAX_UNSENT) this.drop();
    else this.#channel.send(text);
  }

  close(): void {
    const { bufferedAmount, readyState } = this.#channel;
    if (readyState !== "open" || bufferedAmount === 0) {
      this.#channel.close(); // what has left the buffer is delivered first; the event `close` drops the rest
    } else {
      this.#channel.bufferedAmountLowThreshold = 0;
      this.#channel.addEventListener("bufferedamountlow", () => this.#channel.close());
    }
    setTimeout(() => this.drop(), DRAIN_MS);
  }

  drop(): void {
    this.#connection.close();
    this.#receiver.end();
  }
}
