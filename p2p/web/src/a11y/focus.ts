// The focus is never lost: when what had it goes, because it was played or is not offered any more, it moves to where one
// goes on. A player who has put it nowhere, by a click beside everything, is left alone.
import { effect } from "@preact/signals";
import { lobby, panel, question, route, view } from "../state/store";

/** Where one goes on, the best first. */
const PLACES = ['.fan button[tabindex="0"]', "main .acts .button.main", "main .acts .button", "main button"];
/** At a table the hand is still to be dealt, or to be dealt anew: what is found elsewhere would only look like a turn. */
const AT_A_TABLE = PLACES.slice(0, -1);

let last: Element | null = null;

export function goToHand(): void {
  document.querySelector<HTMLElement>(PLACES[0] ?? "")?.focus();
}

function mend(): void {
  if (document.activeElement !== document.body || last === null || last.isConnected) return;
  for (const place of route.value === "table" ? AT_A_TABLE : PLACES) {
    const found = document.querySelector<HTMLElement>(place);
    if (found) return found.focus();
  }
}

/** Keep it from now on. */
export function keepFocus(): void {
  addEventListener("focusin", (event) => {
    last = event.target instanceof Element ? event.target : null;
  });
  effect(() => {
    void [view.value, lobby.value, route.value, question.value, panel.value];
    requestAnimationFrame(mend); // once all of it is drawn
  });
}
