// What the player sees of the link: nothing while it is well, a sign while it is shaky, and a sheet with what can be done
// when it is gone. The table stays where it was, and nothing that was tapped meanwhile is sent later.
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { standing } from "../state/sitting";
import { lobby } from "../state/store";
import { LinkSheet } from "./sheets";

/** A loss that is mended within this time needs no answer of the player. */
const MENDED_WITHIN_MS = 2000;

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
      return long ? <LinkSheet standing={now} /> : <Pill text={t("link.lost")} />;
    case "over":
      return now.code === "bye" ? null : <LinkSheet standing={now} />;
    default:
      return null;
  }
}

const Pill = ({ text }: { text: string }) => <p class="pill" role="status"><span class="dot" />{text}</p>;
