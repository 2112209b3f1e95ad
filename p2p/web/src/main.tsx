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
