// The host's disk takes nothing more, and the table waits: whoever has the host's rights decides what becomes of it.
import { t } from "../i18n";
import type { ManageDeed } from "../net/proto";
import { send, trouble } from "../state/store";
import { Sheet } from "./Sheet";

export function Trouble() {
  const now = trouble.value;
  if (now === null) return null;
  const answer = (deed: ManageDeed) => () => void send({ t: "manage", do: deed });
  return (
    <Sheet title={t("trouble.title")}>
      <p>{now.text}</p>
      <p>{t(now.yours ? "trouble.yours" : "trouble.wait")}</p>
      {now.yours && (
        <div class="acts">
          <button type="button" class="button main" onClick={answer("write-again")}>{t("trouble.again")}</button>
          <button type="button" class="button quiet" onClick={answer("go-on")}>{t("trouble.go-on")}</button>
          <button type="button" class="button quiet" onClick={answer("close")}>{t("trouble.stop")}</button>
        </div>
      )}
    </Sheet>
  );
}
