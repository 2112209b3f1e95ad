// Cards in words. The host's texts name a card by two letters (`TD`); the page draws them, or says them.
import { t, type Key } from "../i18n";

/** A card, or a word of a sentence that is none. */
export type Piece = { text: string } | { card: string };

const CARD = /(?<![A-Za-z0-9])([2-9TJQKA][SHDC]|X[12])(?![A-Za-z0-9])/;

/** The name of a card in full, such as "ten of diamonds". */
export function cardName(face: string | undefined): string {
  if (!face) return t("card.back");
  if (face.startsWith("X")) return t("card.joker");
  return t("card.name", { rank: t(`rank.${face[0]}` as Key), suit: t(`suit.${face[1]}` as Key) });
}

/** A sentence taken apart into cards and what stands between them. */
export function pieces(sentence: string): Piece[] {
  return sentence.split(CARD).map((part, place) => (place % 2 ? { card: part } : { text: part }));
}

const SIGN = /([\u2660\u2665\u2666\u2663])\ufe0e?(?=(\d?))/g;
const SUITS: Record<string, string> = { "\u2660": "S", "\u2665": "H", "\u2666": "D", "\u2663": "C" };

/** A text whose signs of suits are words. */
const suitsInWords = (text: string): string =>
  text.replace(SIGN, (_, sign: string, digit: string) => t(`suit.${SUITS[sign]}` as Key) + (digit ? " " : ""));

/** A sentence as it is spoken. */
export const inWords = (sentence: string): string =>
  pieces(sentence).map((piece) => ("card" in piece ? cardName(piece.card) : suitsInWords(piece.text))).join("");
