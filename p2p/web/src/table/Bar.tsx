// What there is to do: the prompt, the time, and the acts as buttons. Right above the hand, where the thumb is.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Act, Choice, Clock } from "../net/proto";
import { isSuit, SuitSign } from "../art/Face";
import { Icon } from "../art/Icon";
import { Line } from "../art/Line";
import { inWords } from "../art/names";
import { t, type Key } from "../i18n";
import { act, held, lobby, myTurn, nextSort, notice, notify, oneTap, orderOf, question, type Question, selection, sent, setOrder, skip, thinkBetter, view, waiting } from "../state/store";
import { Waiting } from "../shell/sheets";
import { standstill } from "../state/standstill";
import { labelOf, type Ready, readySet, setsOf, targetsOf } from "../state/select";

export function Bar() {
  const now = view.value;
  if (!now) return null;
  const mine = now.seats.find((seat) => seat.id === now.you);
  const still = now.over ? null : standstill(lobby.value);
  const prompt = notice.value ?? still?.text ?? now.say;
  return (
    <div class="bar">
      <div class="saying">
        <span class="own">
          {mine?.dealer && <span class="dealer" title={t("seat.dealer")}>D</span>}
          {mine?.chips?.map((chip) => <span key={chip.text} class={`chip ${chip.tone ?? "plain"}`}><Line text={chip.text} /></span>)}
        </span>
        <p data-say={now.say} class={`prompt ${myTurn.value ? "go" : ""} ${notice.value ? "warn" : ""}`}><Line text={prompt} /></p>
        <SortButton />
      </div>
      {now.clock && <ClockView key={`${now.clock.label} ${now.prompt ?? ""}`} clock={now.clock} />}
      <div class="acts">{still && !(still.aside && myTurn.value) ? <Waiting standstill={still} /> : question.value ? <Asking question={question.value} /> : <Acts />}</div>
    </div>
  );
}

function SortButton() {
  const now = view.value;
  const cards = now?.zones.find((zone) => zone.kind === "fan")?.cards ?? [];
  if (!now || cards.length < 2) return <span class="sort" />;
  const order = orderOf(now);
  const name = t(`sort.${order.sort}` as Key);
  return (
    <button type="button" class="sort" aria-label={t("sort.label", { name })} onClick={() => setOrder(now.game, { ...order, sort: nextSort(order) })}>
      <Icon name={order.sort} /><span>{name}</span>
    </button>
  );
}

/** Seconds that run down, as a line and as a number. */
function ClockView({ clock }: { clock: Clock }) {
  const [end] = useState(() => performance.now() + clock.left * 1000);
  const [left, setLeft] = useState(Math.ceil(clock.left));
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [end]);
  return (
    <div class="clock" role="timer" aria-label={t("clock", { label: clock.label, n: left })}>
      <span class="time"><span style={{ animationDuration: `${clock.of}s`, animationDelay: `${clock.left - clock.of}s` }} /></span>
      <span aria-hidden="true">{clock.label} {left}</span>
    </div>
  );
}

/** Whether tapping the cards, or something else on the table, is all that this act needs. */
function needsNoButton(actNow: Act): boolean {
  const now = view.value;
  if (!now) return true;
  if (actNow.tap !== undefined) return actNow.tone !== undefined && actNow.tone !== "main";
  return oneTap() && (actNow.quick ?? false) && setsOf(now, actNow).every((set) => set.length === 1);
}

function Acts() {
  const now = view.value;
  if (!now || (now.prompt === undefined && !waiting.value)) return null;
  if (now.prompt === undefined) return <button type="button" class="button quiet" onClick={skip}>{t("go.on")}</button>;
  const acts = now.acts ?? [];
  return (
    <>
      {acts.filter((one) => one.ask).map((one) => <Choices key={one.id} act={one} />)}
      {acts.filter((one) => !one.ask && !needsNoButton(one)).map((one) => <ActButton key={one.id} act={one} />)}
    </>
  );
}

function ActButton({ act: one }: { act: Act }) {
  const now = view.value;
  const set = now ? readySet(now, one, selection.value) : null;
  const off = set === null || held.value;
  const label = labelOf(one, set);
  const run = () => {
    if (sent.value !== null) return;
    if (set === null) notify(t("why.choose"));
    else act({ act: one, set });
  };
  return (
    <button
      type="button" class={`button ${one.tone ?? "main"}`} data-act={one.id} aria-disabled={off} aria-label={inWords(label)}
      {...(one.key && { "aria-keyshortcuts": one.key })} onClick={run}
    >
      <Line text={label} />
    </button>
  );
}

function Choices({ act: one }: { act: Act }) {
  const now = view.value;
  const set = now ? readySet(now, one, selection.value) : null;
  const run = (choice: Choice) => {
    if (choice.off) notify(choice.off);
    else if (set === null) notify(t("why.choose"));
    else act({ act: one, set }, { value: choice.v });
  };
  return (
    <div class={`choices ${one.ask?.kind ?? "list"}`} role="group" aria-label={one.label} data-act={one.id}>
      <span class="heading" aria-hidden="true">{one.label}</span>
      {one.ask?.choices.map((choice) => (
        <button
          key={choice.v} type="button" class="button choice" aria-disabled={choice.off !== undefined || set === null || held.value}
          aria-label={inWords([`${one.label}: ${choice.label}`, choice.off].filter(Boolean).join(", "))} title={choice.off} onClick={() => run(choice)}
        >
          {one.ask?.kind === "suits" && isSuit(choice.v) && <SuitSign suit={choice.v} />}
          <span><Line text={choice.label} /></span>
        </button>
      ))}
    </div>
  );
}

/** The label of a zone or a group. */
function placeName(id: string): string {
  for (const zone of view.value?.zones ?? []) {
    if (zone.id === id) return zone.label;
    const group = "groups" in zone ? zone.groups?.find((one) => one.id === id) : undefined;
    if (group) return group.label;
  }
  return id;
}

/** A question that is in the way of an act. */
function Asking({ question: asked }: { question: Question }) {
  const { ready } = asked;
  const yes: [string, () => void][] =
    asked.is === "sure"
      ? [[labelOf(ready.act, ready.set), () => act(ready, { ...asked.more, sure: true })]]
      : targetsOf(ready).map((to) => [placeName(to), () => act(ready, { to })]);
  return (
    <div class="asking" role="group" aria-label={asked.is === "sure" ? inWords(asked.text) : t("where.title")}>
      <p>{asked.is === "sure" ? <Line text={asked.text} /> : t("where.title")}</p>
      {yes.map(([label, run], place) => <AskButton key={label} label={label} run={run} first={place === 0} />)}
      <button type="button" class="button quiet" onClick={thinkBetter}>{t("not.now")}</button>
    </div>
  );
}

function AskButton({ label, run, first }: { label: string; run: () => void; first: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (first) button.current?.focus();
  }, [first]);
  return (
    <button type="button" class="button main" aria-label={inWords(label)} onClick={run} ref={button}><Line text={label} /></button>
  );
}

/** The one act that lies ready, for the Enter key. */
export function onlyReady(): Ready | undefined {
  const now = view.value;
  if (now?.prompt === undefined) return undefined;
  const ready = (now.acts ?? []).flatMap((one) => {
    const set = one.ask ? null : readySet(now, one, selection.value);
    return set === null || (one.pick && set < 0) ? [] : [{ act: one, set }];
  });
  const picked = ready.filter(({ act: one }) => one.pick);
  const [first, second] = picked.length ? picked : ready.filter(({ act: one }) => (one.tone ?? "main") === "main");
  return second ? undefined : first;
}
