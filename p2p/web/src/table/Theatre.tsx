// What happens over the table for a moment: a banner, things that are thrown, lines that were said.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Effect } from "../net/proto";
import { Line } from "../art/Line";
import { Sign, Thing } from "../shell/sheets";
import { EASE, placeOf, still } from "../motion/flip";
import { view } from "../state/store";
import { banner, flying } from "../state/theatre";

export function Overlay() {
  const shown = banner.value;
  return (
    <div class="overlay">
      {shown && (
        <p key={shown.text} class={`banner ${shown.tone ?? "plain"}`}>
          {shown.name && <Sign name={shown.name} />}<span><Line text={shown.text ?? ""} /></span>
        </p>
      )}
    </div>
  );
}

/** Things in the air between two seats; they are out of everybody's way. */
export function Flights() {
  return (
    <div class="flights" aria-hidden="true">
      {flying.value.map((flight) => (flight.k === "toss" ? <Flight key={flight.key} flight={flight} /> : <Said key={flight.key} said={flight} />))}
    </div>
  );
}

/** The middle of a seat; the own one is at the lower edge. */
function middleOf(at: string | undefined): { x: number; y: number } {
  const rect = at ? placeOf(at) : null;
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : { x: innerWidth / 2, y: innerHeight * 0.8 };
}

function Flight({ flight }: { flight: Effect }) {
  const thing = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const from = middleOf(flight.source === undefined ? undefined : `seat:${flight.source}`);
    const to = middleOf(flight.at);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const element = thing.current;
    if (!element) return;
    element.style.left = `${(still() ? to : from).x}px`;
    element.style.top = `${(still() ? to : from).y}px`;
    if (still()) return;
    element.animate(
      [
        { transform: "translate(-50%,-50%) scale(.6)" },
        { transform: `translate(calc(-50% + ${x / 2}px), calc(-50% + ${y / 2 - 60}px)) rotate(180deg) scale(1.2)`, offset: 0.5 },
        { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) rotate(360deg)`, offset: 0.75 },
        { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) rotate(360deg) scale(1.3)`, opacity: 0 },
      ],
      { duration: 880, easing: EASE, fill: "forwards" },
    );
  }, []);
  return <span class="thing" ref={thing}><Thing name={flight.name ?? ""} /></span>;
}

function Said({ said }: { said: Effect }) {
  const { x, y } = middleOf(said.source === undefined ? undefined : `seat:${said.source}`);
  const name = view.value?.seats.find((seat) => seat.id === said.source)?.name;
  return <span class="said" style={{ left: `${x}px`, top: `${y + 24}px` }}><b>{name}</b> {said.text}</span>;
}
