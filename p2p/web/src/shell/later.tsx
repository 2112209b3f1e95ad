// Parts of the page that nobody needs at once: fetched when the browser has nothing else to do, or when they are wanted.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";

/** A component that draws nothing until its module is there. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  let asked = false;
  const fetch = () => {
    if (asked) return;
    asked = true;
    load().then(
      (component) => (loaded.value = component),
      () => (asked = false), // without a network: with the next wish
    );
  };
  addEventListener("load", () => setTimeout(fetch, IDLE_MS));
  return function Later(props: Props) {
    fetch();
    const Component = loaded.value;
    return Component && <Component {...props} />;
  };
}

/** The first picture and the way to the table come first. */
const IDLE_MS = 1500;
