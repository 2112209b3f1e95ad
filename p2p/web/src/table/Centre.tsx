// The middle of the table. Whatever lies there is drawn as large as the room allows: nothing is cut off, nothing scrolls
// sideways.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Result, View, Zone } from "../net/proto";
import { language, t } from "../i18n";
import { prefs } from "../state/prefs";
import { cardsOf } from "../state/select";
import { question, room, selection, view } from "../state/store";
import { Fitting } from "./fitting";
import { Overlay } from "./Theatre";
import { Outcome } from "./Outcome";
import { ZoneView } from "./Zones";

const fitting = new Fitting();

/** Of what lies in the middle, all that its size depends on: how much there is, and what is written there. */
function contentOf(now: View | null): string {
  const zones = (now?.zones ?? []).filter(inCentre);
  const facts = zones.map((zone) => {
    const groups = "groups" in zone ? zone.groups?.map(({ label, cards, locked }) => [label, cards?.length, locked]) : undefined;
    const note = "note" in zone ? zone.note : undefined;
    return [zone.id, zone.label, note, "n" in zone && zone.n, cardsOf(zone).length, groups, "dice" in zone && zone.dice?.length];
  });
  const acts = now?.acts?.map(({ label, tap, to, pick }) => [label, tap, Object.keys(to ?? {}), pick?.zone]);
  return JSON.stringify([now?.game, facts, acts, now?.over, selection.value, question.value?.is]);
}

export function Centre() {
  const box = useRef<HTMLDivElement>(null);
  const now = view.value;
  const { shape, width, height } = room.value;
  const content = `${shape} ${width} ${height} ${prefs.value.large} ${language()} ${contentOf(now)}`;
  const latest = useRef(content);
  latest.current = content;
  const refit = () => {
    if (box.current) fitting.fit(box.current, latest.current);
  };
  // In a microtask: once all that changed is drawn, but before cards begin to travel.
  useLayoutEffect(() => queueMicrotask(refit), [content]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const anew = () => {
      fitting.forget();
      refit();
    };
    const watch = new ResizeObserver(refit);
    watch.observe(element);
    document.fonts.addEventListener("loadingdone", anew);
    return () => {
      watch.disconnect();
      document.fonts.removeEventListener("loadingdone", anew);
    };
  }, []);
  return (
    <section class="middle" aria-label={t("table.label")}>
      <div class="centre" ref={box}>
        {now?.over ? <End now={now} result={now.over} /> : <Zones zones={(now?.zones ?? []).filter(inCentre)} />}
      </div>
      <Overlay />
    </section>
  );
}

const inCentre = (zone: Zone) => zone.area === "centre";

/** The match is over: the table as it lies, without its empty places, and the result. */
function End({ now, result }: { now: View; result: Result }) {
  const lying = now.zones.filter((zone) => inCentre(zone) && (cardsOf(zone).length > 0 || ("dice" in zone && zone.dice)));
  return (
    <>
      {lying.length > 0 && <div class="lying"><Zones zones={lying} /></div>}
      <Outcome result={result} />
    </>
  );
}

/** Sets and runs lie above all else; heaps beside a line of cards stay beside it. */
function Zones({ zones }: { zones: Zone[] }) {
  const beside = zones.some((zone) => zone.kind === "spread") ? ["stack", "spread"] : [];
  const feed = zones.filter((zone) => beside.includes(zone.kind));
  const rest = zones.filter((zone) => !feed.includes(zone));
  const drawn = (some: Zone[]) => some.map((zone) => <ZoneView key={zone.id} zone={zone} />);
  return (
    <>
      {drawn(rest.filter((zone) => zone.kind === "melds"))}
      {feed.length > 0 && <div class="feed">{drawn(feed)}</div>}
      {drawn(rest.filter((zone) => zone.kind !== "melds"))}
    </>
  );
}

/** What lies at the edge of the table: heaps that are seldom touched. */
export function Rail() {
  const zones = (view.value?.zones ?? []).filter((zone) => zone.area === "rail");
  return zones.length ? <div class="rail">{zones.map((zone) => <ZoneView key={zone.id} zone={zone} />)}</div> : null;
}
