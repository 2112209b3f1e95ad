// The head of the pages that are not a table: the way home, and the settings.
import { Icon } from "../art/Icon";
import { t } from "../i18n";
import { panel } from "../state/store";

export function Masthead() {
  return (
    <header class="head">
      <a class="brand" href="#">Peerdeck</a>
      <nav aria-label={t("head.nav")}>
        <button type="button" class="round" aria-label={t("settings.title")} onClick={() => (panel.value = "settings")}><Icon name="menu" /></button>
      </nav>
    </header>
  );
}
