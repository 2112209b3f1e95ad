// The first page: how do you want to play?
import { signal } from "@preact/signals";
import { Fanned } from "../art/Fanned";
import { t } from "../i18n";
import { ownServer } from "../net/rooms";
import { lastSeat } from "../net/seats";
import { failure, home, leaveTable, seatedAt, startUnwritten, whyNot } from "../state/sitting";
import { lobby } from "../state/store";
import { Interrupted } from "./Interrupted";
import { Masthead } from "./Masthead";
import { Learn, NewTable, Panels } from "./sheets";

/** The table that is about to be started: for the player alone, or for friends. */
const wished = signal<"alone" | "open" | "learn" | null>(null);

export function Home() {
  const seated = seatedAt.value;
  const starts = home.value?.starts && seated === null;
  const last = home.value || seated !== null ? null : lastSeat(ownServer());
  return (
    <div class="app page home">
      <Masthead />
      <main>
        <Fanned faces={["9C", "JD", "QH", "KS", "AH"]} />
        <h1>{t("home.title")}</h1>
        {failure.value && <p class="told warn" role="status">{whyNot(failure.value)}</p>}
        {failure.value?.code === "not-written" && <button type="button" class="button quiet" onClick={startUnwritten}>{t("home.unwritten")}</button>}
        {starts && <Interrupted />}
        <ul class="ways">
          {seated !== null && <Way href={`#t=${seated}`} title={t("home.back", { title: lobby.value?.title ?? "" })} text={t("home.back.text")} main />}
          {starts && <Way run={() => (wished.value = "alone")} title={t("home.alone")} text={t("home.alone.text")} main />}
          {starts && <Way run={() => (wished.value = "open")} title={t("home.host")} text={t("home.host.text")} />}
          {home.value && <Way run={() => (wished.value = "learn")} title={t("home.learn")} text={t("home.learn.text")} />}
          {last && <Way href={`#t=${last.room}`} title={t("home.seat", { room: last.room })} text={t("home.seat.text", { name: last.name })} main />}
          <Way href="#join" title={t("home.join")} text={t("home.join.text")} main={seated === null && !starts && !last} />
        </ul>
        {seated !== null && <button type="button" class="button quiet" onClick={leaveTable}>{t("link.leave")}</button>}
        {!home.value && <p class="aside">{t("home.elsewhere")}</p>}
      </main>
      {wished.value === "learn" && <Learn close={() => (wished.value = null)} />}
      {wished.value && wished.value !== "learn" && <NewTable alone={wished.value === "alone"} close={() => (wished.value = null)} />}
      <Panels />
    </div>
  );
}

interface WayProps {
  title: string;
  text: string;
  main?: boolean;
  href?: string;
  run?: () => void;
}

function Way({ title, text, main = false, href, run }: WayProps) {
  const [kind, inside] = [`way ${main ? "main" : ""}`, <><b>{title}</b><span>{text}</span></>];
  return <li>{run ? <button type="button" class={kind} onClick={run}>{inside}</button> : <a class={kind} href={href}>{inside}</a>}</li>;
}
