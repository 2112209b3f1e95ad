import { render } from "preact";
import { route, view } from "./state/store";
import "./css/app.css";

function App() {
  return <main>{view.value ? view.value.title : route.value}</main>;
}

/** The address's fragment names the page; `#j=<room>.<secret>` is an invitation. */
function follow(): void {
  const hash = location.hash.slice(1);
  route.value = hash.startsWith("j=") ? "join" : hash === "join" || hash === "lobby" || hash === "table" ? hash : "home";
}
addEventListener("hashchange", follow);
follow();

const root = document.getElementById("app");
if (root) render(<App />, root);
