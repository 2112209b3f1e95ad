// The middle of the table. Whatever lies there is drawn as large as the room allows: nothing is cut off, nothing scrolls
// sideways.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Zone } from "../net/proto";
import { t } from "../i18n";
import { room, view } from "../state/store";
import { Overlay } from "./Theatre";
import { Outcome } from "./Outcome";
import { ZoneView } from "./Zones";

/** Sizes that are tried, the largest first; with the smallest ones, labels that say nothing new are left out first. */
const SIZES = [1.3, 1.15, 1.08, 1, 0.93, 0.86, 0.79, 0.72, 0.66];
const TIGHT_SIZES = [...SIZES.slice(1), 0.6, 0.54, 0.48, 0.42, 0.36];

/** Use the largest size at which the content fits; sizes are tried by halves. Below that it scrolls. */
function fit(box: HTMLElement): void {
  const fits = (size: number) => {
    box.style.setProperty("--k", String(size));
    return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  };
  const largest = (sizes: readonly number[]): boolean => {
    let low = 0;
    let high = sizes.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fits(sizes[middle] ?? 1)) high = middle;
      else low = middle + 1;
    }
    return fits(sizes[low] ?? 1);
  };
  box.classList.remove("tight", "scrolls");
  if (largest(SIZES)) return;
  box.classList.add("tight");
  if (!largest(TIGHT_SIZES)) box.classList.add("scrolls");
}

export function Centre() {
  const box = useRef<HTMLDivElement>(null);
  const now = view.value;
  const { shape, width, height } = room.value;
  useLayoutEffect(() => {
    if (box.current) fit(box.current);
  });
  // What surrounds the centre may change its room without changing the centre itself.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => fit(element));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <section class="middle" aria-label={t("table.label")} data-room={`${shape} ${width} ${height}`}>
      <div class="centre" ref={box}>
        {now?.over ? <Outcome result={now.over} /> : <Zones zones={(now?.zones ?? []).filter((zone) => zone.area === "centre")} />}
      </div>
      <Overlay />
    </section>
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
