// What the player sees of the link: nothing while it is well, a sign while it is shaky, and a sheet with what can be done
// when it is gone. The table stays where it was, and nothing that was tapped meanwhile is sent later.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { invite } from "../state/handouts";
import { leaveTable, online, standing, tryNow, whyNot } from "../state/sitting";
import { lobby } from "../state/store";
import { copyFrom } from "./copying";
import { Sheet } from "./Sheet";

/** A loss that is mended within this time needs no answer of the player. */
const MENDED_WITHIN_MS = 2000;
/** What it looks like from here, by why the last attempt failed. */
const LOOKS: Record<string, "away" | "silent"> = {
  "host-away": "away", "no-such-room": "away", "server-unreachable": "silent", "not-a-server": "silent", "program-gone": "silent",
};

export function LinkState() {
  const now = standing.value;
  const lost = now?.state === "lost";
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!lost) return undefined;
    const timer = setTimeout(() => setLong(true), MENDED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  if (now === null || !lobby.value) return null;
  switch (now.state) {
    case "shaky":
      return <Pill text={t("link.shaky")} />;
    case "lost":
      return long ? <Lost code={now.code} resting={now.resting} /> : <Pill text={t("link.lost")} />;
    case "over":
      return now.code === "bye" ? null : <Over code={now.code} />;
    default:
      return null;
  }
}

const Pill = ({ text }: { text: string }) => <p class="pill" role="status"><span class="dot" />{text}</p>;

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
