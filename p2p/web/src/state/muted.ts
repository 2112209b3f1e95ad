// Whose throws, pokes and lines this player does not want to see, by their names, as long as the page lasts.
import { signal } from "@preact/signals";
import type { LobbyMessage, SocialMessage } from "../net/proto";

export const muted = signal<ReadonlySet<string>>(new Set());

export function toggleMuted(name: string): void {
  const next = new Set(muted.value);
  if (!next.delete(name)) next.add(name);
  muted.value = next;
}

export const isMuted = ({ by }: SocialMessage, lobby: LobbyMessage | null): boolean =>
  muted.value.has(lobby?.people.find(({ seat }) => seat === by)?.name ?? "");
