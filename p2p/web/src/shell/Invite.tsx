// How to invite somebody: a picture to photograph, a code to say, a link to send.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Invite as Invitation } from "../net/proto";
import { invite } from "../state/handouts";
import { lobby, notify, send } from "../state/store";
import { canShare, copyFrom, share } from "./copying";
import { Sheet } from "./Sheet";

export function Invite({ close }: { close: () => void }) {
  useEffect(() => void send({ t: "get", what: "invite" }), []);
  const now = invite.value;
  return (
    <Sheet title={t("invite.title")} close={close}>
      {now ? <Ways invitation={now} /> : <p>{t("loading")}</p>}
    </Sheet>
  );
}

function Ways({ invitation }: { invitation: Invitation }) {
  const link = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const hosting = lobby.value !== null && lobby.value.host === lobby.value.you;
  return (
    <div class="invite">
      <Qr {...invitation.qr} />
      <p class="code-said">
        <span class="unseen">{t("invite.code")}</span>
        <b class="room-code" aria-label={[...invitation.code].join(" ")}>{invitation.code}</b>
        <small>{t("invite.where", { server: shortened(invitation.server) })}</small>
      </p>
      <Copied field={code} value={invitation.code} label={t("invite.code")} button={t("invite.copy-code")} />
      <Copied field={link} value={invitation.link} label={t("invite.link")} button={t("invite.copy-link")} main />
      <div class="acts">
        {canShare() && (
          <button type="button" class="button quiet" onClick={() => share(invitation.link, t("invite.message", { title: lobby.value?.title ?? "" }))}>
            {t("invite.share")}
          </button>
        )}
        {hosting && <button type="button" class="button quiet" onClick={() => send({ t: "manage", do: "new-code" })}>{t("invite.new-code")}</button>}
      </div>
    </div>
  );
}

const shortened = (server: string): string => server.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** A text in a field of its own, from which it can always be copied by hand. */
function Copied({ field, value, label, button, main = false }: {
  field: { current: HTMLInputElement | null }; value: string; label: string; button: string; main?: boolean;
}) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await copyFrom(field.current);
    setCopied(done);
    notify(t(done ? "invite.copied" : "invite.by-hand"));
  };
  return (
    <div class="copied">
      <input ref={field} class="entry" readOnly value={value} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class={`button ${main ? "main" : "quiet"}`} onClick={copy}>{button}</button>
      {copied !== null && <small>{t(copied ? "invite.copied" : "invite.by-hand")}</small>}
    </div>
  );
}

/** Dark on light, also at night: many cameras read nothing else. */
const Qr = ({ size, path }: Invitation["qr"]) => (
  <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("invite.qr")} shape-rendering="crispEdges">
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
