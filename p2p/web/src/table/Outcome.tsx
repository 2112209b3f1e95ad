// How the match ended, on the table itself, below what still lies there.
import type { Result } from "../net/proto";
import { t } from "../i18n";
import { toLobby } from "../state/sitting";
import { seeAgain } from "../shell/sheets";
import { film, lobby, panel, send } from "../state/store";

export function Outcome({ result }: { result: Result }) {
  return (
    <div class="outcome" role="group" aria-label={result.title}>
      <h2>{result.title}</h2>
      <ol>
        {result.rows.map((row) => (
          <li key={row.name} class={row.us ? "us" : ""}>
            <span class="name">{row.name}</span>
            {row.badge && <span class="chip gold">{row.badge}</span>}
            {row.gained && <small>{row.gained}</small>}
            <b>{row.total}</b>
          </li>
        ))}
      </ol>
      {!film.value && <div class="acts">
        <button type="button" class="button main" onClick={() => send({ t: "ready" })}>{t("again")}</button>
        <button type="button" class="button quiet" onClick={() => (panel.value = "score")}>{t("score.title")}</button>
        <button type="button" class="button quiet" onClick={seeAgain}>{t("replay.see")}</button>
        {lobby.value && <button type="button" class="button quiet" onClick={toLobby}>{t("lobby.back")}</button>}
      </div>}
    </div>
  );
}
