// The shell's own texts. What belongs to a game is said by the host, in the player's language.
import { signal } from "@preact/signals";
import en from "./i18n/en.json";

type Entry = string | Record<string, string>;
type Catalogue = Record<string, Entry>;
export type Key = keyof typeof en;

/** Whether there is a text of that name; those that belong to panels and failures come after the page. */
export const isKey = (name: string): name is Key => name in catalogue.value.texts || name in english.value;

/** The languages that there are, by their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

const english = signal<Catalogue>(en);
/** Take the English texts that are loaded after the page. */
export const addEnglish = (texts: Catalogue): void => void (english.value = { ...english.value, ...texts });

const catalogue = signal<{ lang: string; texts: Catalogue; plural: Intl.PluralRules }>({
  lang: "en",
  texts: {},
  plural: new Intl.PluralRules("en"),
});

const load: Record<string, () => Promise<{ default: Catalogue }>> = { de: () => import("./i18n/de.json") };

/** The language that fits what the player or else the browser prefers. */
export function wanted(preferred: string): string {
  const asked = [preferred, ...navigator.languages].map((lang) => lang.slice(0, 2).toLowerCase());
  return asked.find((lang) => lang in LANGUAGES) ?? "en";
}

export const language = (): string => catalogue.value.lang;

/** Speak a language from now on; English where it lacks a text, or where it cannot be loaded. */
export async function speakLanguage(lang: string): Promise<void> {
  const texts = await (load[lang]?.() ?? Promise.resolve({ default: {} })).catch(() => null);
  if (!texts) return;
  catalogue.value = { lang, texts: texts.default, plural: new Intl.PluralRules(lang) };
  document.documentElement.lang = lang;
}

/** A text with its gaps `{name}` filled; of a text with plural forms, the one that `n` asks for. */
export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const { texts, plural } = catalogue.value;
  const entry: Entry = texts[key] ?? english.value[key] ?? "…";
  const text = typeof entry === "string" ? entry : (entry[plural.select(Number(gaps["n"]))] ?? entry["other"] ?? key);
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
