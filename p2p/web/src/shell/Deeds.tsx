// A list of things to do, as in a menu; what cannot be taken back is asked about first.
import { useSignal } from "@preact/signals";
import { t } from "../i18n";

export interface Deed {
  label: string;
  run: () => void;
  /** What to think of before it is done. */
  sure?: string | undefined;
  /** Whether it is so already. */
  chosen?: boolean;
}

/** `deeds` may have gaps: what is not possible now. */
export function Deeds({ deeds }: { deeds: (Deed | false | null | undefined)[] }) {
  const asked = useSignal<string | null>(null);
  const there = deeds.filter((deed): deed is Deed => Boolean(deed));
  const doubtful = there.find(({ label }) => label === asked.value);
  if (doubtful) return <Sure deed={doubtful} back={() => (asked.value = null)} />;
  return (
    <ul class="menu">
      {there.map(({ label, run, sure, chosen }) => (
        <li key={label}>
          <button type="button" class="button quiet" {...(chosen !== undefined && { "aria-pressed": chosen })} onClick={() => (sure ? (asked.value = label) : run())}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Sure({ deed: { label, run, sure }, back }: { deed: Pick<Deed, "label" | "run" | "sure">; back: () => void }) {
  return (
    <div class="asked" role="group" aria-label={sure}>
      <p>{sure}</p>
      <div class="acts">
        <button type="button" class="button main" onClick={run}>{label}</button>
        <button type="button" class="button quiet" ref={(button) => button?.focus()} onClick={back}>{t("not.now")}</button>
      </div>
    </div>
  );
}
