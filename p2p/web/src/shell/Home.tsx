// The first page: how do you want to play?
import { t } from "../i18n";
import { seatedIn } from "../state/sitting";
import { lobby } from "../state/store";
import { Masthead } from "./Masthead";

export function Home() {
  const room = seatedIn.value;
  return (
    <div class="app page home">
      <Masthead />
      <main>
        <h1>{t("home.title")}</h1>
        <ul class="ways">
          {room !== null && <Way href={`#t=${room}`} title={t("home.back", { title: lobby.value?.title ?? "" })} text={t("home.back.text")} main />}
          <Way href="#join" title={t("home.join")} text={t("home.join.text")} main={room === null} />
        </ul>
        <p class="aside">{t("home.elsewhere")}</p>
      </main>
    </div>
  );
}

function Way({ href, title, text, main = false }: { href: string; title: string; text: string; main?: boolean }) {
  return (
    <li>
      <a class={`way ${main ? "main" : ""}`} href={href}>
        <b>{title}</b>
        <span>{text}</span>
      </a>
    </li>
  );
}
