// What a screen reader is told: one sentence at a time, through the page's only status region.
import { signal } from "@preact/signals";
import { inWords } from "../art/names";

export const spoken = signal("");

/** Say a sentence, also if it is the same as the last one. */
export function speak(sentence: string): void {
  const text = inWords(sentence);
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}
