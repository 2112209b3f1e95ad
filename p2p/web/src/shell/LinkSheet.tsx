// What can be done when the link to the table is gone, or the table is over.
import { useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Standing } from "../net/client";
import { invite } from "../state/handouts";
import { leaveTable, online, tryNow, whyNot } from "../state/sitting";
import { copyFrom } from "./copying";
import { Sheet } from "./Sheet";

/** What it looks like from here, by why the last attempt failed. */
const LOOKS: Record<string, "away" | "silent" | "own"> = {
  "host-away": "away", "no-such-room": "away", "server-unreachable": "silent", "not-a-server": "silent", "program-gone": "own",
};

export function LinkSheet({ standing: now }: { standing: Extract<Standing, { state: "lost" | "over" }> }) {
  return now.state === "lost" ? <Lost code={now.code} resting={now.resting} /> : <Over code={now.code} />;
}

function Lost({ code, resting }: { code: string; resting: boolean }) {
  const looks = online.value ? (LOOKS[code] ?? "gone") : "offline";
  return (
    <Sheet title={t(`link.${looks}`)}>
      <p>{t(`link.${looks}.text`)}</p>
      <p class="pill-line" role="status"><span class="dot" />{t(resting ? "link.resting" : "link.trying")}</p>
      <CopyLink />
      <div class="acts">
        <button type="button" class="button main" onClick={tryNow}>{t("link.try")}</button>
        <button type="button" class="button quiet" onClick={leaveTable}>{t("link.leave")}</button>
      </div>
    </Sheet>
  );
}

function Over({ code }: { code: string }) {
  const elsewhere = code === "opened-elsewhere";
  return (
    <Sheet title={t(elsewhere ? "link.elsewhere" : "link.over")}>
      <p>{whyNot({ code, kind: "seat", seconds: 0, text: "" })}</p>
      <div class="acts">
        {elsewhere && <button type="button" class="button main" onClick={tryNow}>{t("link.use-here")}</button>}
        <button type="button" class={`button ${elsewhere ? "quiet" : "main"}`} onClick={leaveTable}>{t("menu.main")}</button>
      </div>
    </Sheet>
  );
}

/** The invite link, so that a player whose page is in trouble can open it somewhere else. */
function CopyLink() {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const link = invite.value?.link;
  if (!link) return null;
  return (
    <div class="copied">
      <input ref={field} class="entry" readOnly value={link} aria-label={t("invite.link")} />
      <button type="button" class="button quiet" onClick={async () => setCopied(await copyFrom(field.current))}>{t("invite.copy-link")}</button>
      {copied !== null && <small>{t(copied ? "invite.copied" : "invite.by-hand")}</small>}
    </div>
  );
}
