// Why the table stands still, in the place where there would be something to do, and what can be done about it.
import { useSignal } from "@preact/signals";
import { panel, send } from "../state/store";
import type { Standstill, Way } from "../state/standstill";
import { Sure } from "./Deeds";

export function Waiting({ standstill: { ways } }: { standstill: Standstill }) {
  const asked = useSignal<Way | null>(null);
  const go = ({ does }: Way) => {
    asked.value = null;
    if (does === "invite") panel.value = "invite";
    else send(does);
  };
  const doubtful = ways.find(({ label }) => label === asked.value?.label);
  if (doubtful) return <Sure deed={{ ...doubtful, run: () => go(doubtful) }} back={() => (asked.value = null)} />;
  return (
    <>
      {ways.map((way, place) => (
        <button key={way.label} type="button" class={`button ${place === 0 ? "main" : "quiet"}`} onClick={() => (way.sure ? (asked.value = way) : go(way))}>
          {way.label}
        </button>
      ))}
    </>
  );
}
