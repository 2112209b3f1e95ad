// Which page is shown, and what lies over all of them.
import { Component } from "preact";
import { t } from "../i18n";
import { arriving, leaveNonsense, leaveTable } from "../state/sitting";
import { film, route, trouble } from "../state/store";
import { Table } from "../table/Table";
import { Home } from "./Home";
import { Join } from "./Join";
import { LinkState } from "./LinkState";
import { Lobby } from "./Lobby";
import { Masthead } from "./Masthead";
import { Trouble } from "./sheets";

/** All that is shown. What a host sent may be impossible to show: then that host is left, and the first page says so. */
export class App extends Component {
  override componentDidCatch(error: unknown): void {
    if (!leaveNonsense(error)) throw error;
    this.setState({});
  }

  render() {
    return (
      <>
        <Screen />
        <LinkState />
        {trouble.value && <Trouble />}
      </>
    );
  }
}

function Screen() {
  if (arriving.value) return <Arriving />;
  if (film.value) return <Table />;
  switch (route.value) {
    case "home":
      return <Home />;
    case "join":
      return <Join />;
    case "lobby":
      return <Lobby />;
    case "table":
      return <Table />;
  }
}

/** On the way back to a seat that this browser knows. */
function Arriving() {
  return (
    <div class="app page arriving">
      <Masthead />
      <main>
        <p role="status">{t("join.coming-back")}</p>
        <button type="button" class="button quiet" onClick={leaveTable}>{t("cancel")}</button>
      </main>
    </div>
  );
}
