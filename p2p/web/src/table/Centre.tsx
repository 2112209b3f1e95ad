// The middle of the table. Whatever lies there is drawn as large as the room allows: nothing is cut off, nothing scrolls
// sideways.
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { room, view } from "../state/store";
import { Overlay } from "./Theatre";
import { Outcome } from "./Outcome";
import { ZoneView } from "./Zones";

/** Sizes that are tried, the largest first. */
const SIZES = [1.25, 1.15, 1.08, 1, 0.93, 0.86, 0.79, 0.72, 0.66, 0.6, 0.54, 0.48, 0.42, 0.36];

/** The largest size at which the content fits; sizes are tried by halves. */
function fit(box: HTMLElement): void {
  const fits = (size: number) => {
    box.style.setProperty("--k", String(size));
    return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
  };
  let low = 0;
  let high = SIZES.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(SIZES[middle] ?? 1)) high = middle;
    else low = middle + 1;
  }
  box.classList.toggle("scrolls", !fits(SIZES[low] ?? 1));
}

export function Centre() {
  const box = useRef<HTMLDivElement>(null);
  const now = view.value;
  const { shape, width, height } = room.value;
  const zones = (now?.zones ?? []).filter((zone) => zone.area === "centre");
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
        {now?.over ? <Outcome result={now.over} /> : zones.map((zone) => <ZoneView key={zone.id} zone={zone} />)}
      </div>
      <Overlay />
    </section>
  );
}

/** What lies at the edge of the table: heaps that are seldom touched. */
export function Rail() {
  const zones = (view.value?.zones ?? []).filter((zone) => zone.area === "rail");
  return zones.length ? <div class="rail">{zones.map((zone) => <ZoneView key={zone.id} zone={zone} />)}</div> : null;
}
