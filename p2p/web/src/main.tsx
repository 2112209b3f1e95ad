import { effect } from "@preact/signals";
import { render } from "preact";
import { listen } from "./a11y/keys";
import { speakLanguage, t, wanted } from "./i18n";
import { prefs } from "./state/prefs";
import { myTurn, route, view } from "./state/store";
import { Table } from "./table/Table";
import "./css/app.css";

function Page() {
  return view.value ? <Table /> : <main>{route.value}</main>;
}

/** The address's fragment names the page; `#j=<room>.<secret>` is an invitation. */
function follow(): void {
  const hash = location.hash.slice(1);
  route.value = hash.startsWith("j=") ? "join" : hash === "join" || hash === "lobby" || hash === "table" ? hash : "home";
}
addEventListener("hashchange", follow);
follow();

effect(() => void speakLanguage(wanted(prefs.value.lang)));
effect(() => {
  const title = view.value?.title ?? "Peerdeck";
  document.title = myTurn.value ? `● ${t("title.turn")} – ${title}` : title;
});
listen();
if (DEV) void import("./dev");

const root = document.getElementById("app");
if (root) render(<Page />, root);
