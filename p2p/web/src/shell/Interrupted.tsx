// A table of this machine's own program that a crash interrupted: go on with it, or give it up.
import { t } from "../i18n";
import { giveUpTable, goOnWith, home } from "../state/sitting";

export function Interrupted() {
  const left = home.value?.interrupted;
  if (!left) return null;
  const minutes = Math.max(1, Math.round(left.ago / 60));
  const ago = minutes < 90 ? t("interrupted.minutes", { n: minutes }) : t("interrupted.hours", { n: Math.round(minutes / 60) });
  return (
    <section class="interrupted">
      <h2>{t("interrupted.title", { title: left.title })}</h2>
      <p>{[ago, left.people.length > 0 && t("interrupted.with", { people: left.people.join(", ") })].filter(Boolean).join(" · ")}</p>
      <div class="acts">
        <button type="button" class="button main" onClick={() => goOnWith(left)}>{t("interrupted.go-on")}</button>
        <button type="button" class="button quiet" onClick={() => void giveUpTable(left)}>{t("interrupted.give-up")}</button>
      </div>
    </section>
  );
}
