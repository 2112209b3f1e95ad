// The head of the pages that are not a table: the way home, and the settings or, at a table, its menu.
import { Icon } from "../art/Icon";
import { t } from "../i18n";
import { panel } from "../state/store";

export function Masthead({ opens = "settings" }: { opens?: "settings" | "menu" }) {
  return (
    <header class="head">
      <a class="brand" href="#">Peerdeck</a>
      <nav aria-label={t("head.nav")}>
        <button type="button" class="round" aria-label={t(`${opens}.title`)} onClick={() => (panel.value = opens)}><Icon name="menu" /></button>
      </nav>
    </header>
  );
}
