// Coming to a table: a name, and the code unless a link was opened.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t, type Key } from "../i18n";
import { looksLikeLink, type Problem, readCode, readLink, wrongSoFar } from "../net/codes";
import { prepareToJoin } from "../net/rooms";
import { prefs } from "../state/prefs";
import { failure, home, invited, joinBy, joining, leaveTable, whyNot } from "../state/sitting";
import { panel } from "../state/store";
import { Masthead } from "./Masthead";
import { Panels } from "./sheets";

const MAX_NAME = 16;
/** A whole code is used without asking, unless somebody goes on typing: some codes have a ninth symbol. */
const PAUSE_MS = 450;

const inOwnWords = ({ problem, args }: Problem): string => t(problem as Key, args);

export function Join() {
  const brought = invited.value;
  const link = brought && "room" in brought ? brought : null;
  const name = useSignal(prefs.value.name || (home.value?.name ?? ""));
  const code = useSignal("");
  /** What is wrong with what was typed, once somebody wanted to use it. */
  const problem = useSignal(brought && "problem" in brought ? inOwnWords(brought) : "");
  const [nameField, codeField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const pause = useRef(0);
  useEffect(() => {
    prepareToJoin();
    (name.value && !link ? codeField : nameField).current?.focus();
    return () => clearTimeout(pause.current);
  }, []);

  const join = (watch = false) => {
    clearTimeout(pause.current);
    if (joining.value) return;
    const called = name.value.trim();
    problem.value = "";
    if (!called) return ask(nameField, t("join.name.missing"));
    if (link) return joinBy(link, called, link.server, watch);
    if (!code.value.trim()) return ask(codeField, t("join.code.missing"));
    if (looksLikeLink(code.value)) return openLink(code.value);
    const read = readCode(code.value);
    if ("problem" in read) return ask(codeField, inOwnWords(read));
    joinBy(read, called, undefined, watch);
  };
  const ask = (field: { current: HTMLInputElement | null }, text: string) => {
    problem.value = text;
    field.current?.focus();
  };
  const openLink = (text: string) => {
    const read = readLink(text);
    if ("problem" in read) ask(codeField, inOwnWords(read));
    else location.assign(text.trim());
  };
  const typed = (text: string) => {
    code.value = text;
    problem.value = "";
    failure.value = null;
    clearTimeout(pause.current);
    if (!("problem" in readCode(text)) && name.value.trim()) pause.current = setTimeout(() => join(), PAUSE_MS);
  };

  const early = looksLikeLink(code.value) ? null : wrongSoFar(code.value);
  const told = problem.value || (early && inOwnWords(early)) || (failure.value && whyNot(failure.value)) || "";
  return (
    <div class="app page join">
      <Masthead />
      <main>
        <form onSubmit={(event) => { event.preventDefault(); join(); }} noValidate>
          <h1>{link ? t("join.invited", { room: link.room }) : t("join.title")}</h1>
          <label>
            <span>{t("join.name")}</span>
            <input
              ref={nameField} class="entry" name="name" maxLength={MAX_NAME} autocomplete="nickname" autocapitalize="words"
              spellcheck={false} enterkeyhint="go" value={name} onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </label>
          {!link && (
            <label>
              <span>{t("join.code")}</span>
              <input
                ref={codeField} class="entry code" name="code" maxLength={2000} autocomplete="off" autocapitalize="characters"
                spellcheck={false} inputMode="text" enterkeyhint="go" placeholder="K7QX-M4TC" aria-describedby="join-told"
                aria-invalid={told !== "" && !joining.value} value={code} onInput={(event) => typed(event.currentTarget.value)}
              />
            </label>
          )}
          <p id="join-told" class={told ? "told warn" : "told"} role="status">{joining.value ? t("join.waiting") : told}</p>
          <div class="acts">
            <button type="submit" class="button main" aria-disabled={joining.value}>{t(joining.value ? "join.waiting" : "join.go")}</button>
            {!joining.value && failure.value?.code === "table-full" && <button type="button" class="button quiet" onClick={() => join(true)}>{t("room.watch-instead")}</button>}
            {joining.value && <button type="button" class="button quiet" onClick={leaveTable}>{t("cancel")}</button>}
          </div>
          {link && <p class="aside"><a href="#join">{t("join.with-code")}</a></p>}
        </form>
      </main>
      {panel.value !== null && <Panels />}
    </div>
  );
}
