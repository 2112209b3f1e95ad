import { effect } from "@preact/signals";
import { render } from "preact";
import { keepFocus } from "./a11y/focus";
import { listen } from "./a11y/keys";
import { speakLanguage, t, wanted } from "./i18n";
import { prefs } from "./state/prefs";
import { start } from "./state/sitting";
import { myTurn, view } from "./state/store";
import { App } from "./shell/App";
import "./css/app.css";

effect(() => void speakLanguage(wanted(prefs.value.lang)));
effect(() => {
  const title = view.value?.title ?? "Peerdeck";
  document.title = myTurn.value ? `● ${t("title.turn")} – ${title}` : title;
});
listen();
keepFocus();
start();

const root = document.getElementById("app");
if (root) render(<App />, root);

// Where the origin is secure, the page can be installed, and opens without a network (worker/sw.ts). A browser that does
// not keep anything, as in private windows, does without.
if (isSecureContext && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
