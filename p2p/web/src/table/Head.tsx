// The head of the page: the game, the score that is always there, and three buttons.
import { Icon } from "../art/Icon";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { film, panel, view } from "../state/store";
import { prefer, prefs } from "../state/prefs";

export function Head() {
  const now = view.value;
  const sound = prefs.value.sound;
  return (
    <header class="head">
      <h1>{now?.title ?? "Peerdeck"}</h1>
      <Strip />
      <nav aria-label={t("head.nav")}>
        <button type="button" class="round" aria-label={t("rules.title")} onClick={() => (panel.value = "rules")}><Icon name="rules" /></button>
        <button type="button" class="round" aria-label={t("sound.label")} aria-pressed={sound} onClick={() => prefer({ sound: !sound })}>
          <Icon name={sound ? "sound" : "mute"} />
        </button>
        {film.value ? (
          <button type="button" class="round" aria-label={t("film.leave")} onClick={() => film.value?.key("Escape")}><Icon name="close" /></button>
        ) : (
          <button type="button" class="round" aria-label={t("menu.title")} onClick={() => (panel.value = "menu")}><Icon name="menu" /></button>
        )}
      </nav>
    </header>
  );
}

/** Everybody's score, and why it changed; a tap opens the sheet. */
function Strip() {
  const rows = view.value?.strip ?? [];
  if (rows.length === 0) return null;
  return (
    <button type="button" class="strip" data-place="score" aria-label={t("score.open")} onClick={() => (panel.value = "score")}>
      {rows.map((row) => (
        <span key={row.name} class={`score ${row.us ? "us" : ""}`}>
          <span class="name">{row.name}</span>
          <span class="figures"><b key={row.total}>{row.total}</b>{row.sub && <small><Line text={row.sub} /></small>}</span>
        </span>
      ))}
    </button>
  );
}
