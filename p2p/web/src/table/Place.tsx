// A place where something can be done: tapped, or given the chosen cards. A button only while it is one.
import type { ComponentChildren } from "preact";
import { Line } from "../art/Line";
import { inWords } from "../art/names";
import { act, question, selection, view } from "../state/store";
import { actsAt, labelOf, type Ready, targetsOf } from "../state/select";

/** What is done here now, if anything. */
export function deedAt(place: string): Ready | undefined {
  const now = view.value;
  if (now?.prompt === undefined) return undefined;
  if (question.value?.is === "where") {
    return targetsOf(question.value.ready).includes(place) ? question.value.ready : undefined;
  }
  return actsAt(now, selection.value, place)[0];
}

interface PlaceProps {
  id: string;
  label: string;
  kind: string;
  /** What a tap does while there is nothing to be done by the rules, such as looking at the last trick. */
  look?: { label: string; run: () => void } | undefined;
  children: ComponentChildren;
}

export function Place({ id, label, kind, look, children }: PlaceProps) {
  const deed = deedAt(id);
  if (deed) {
    const says = labelOf(deed.act, deed.set);
    const run = () => act(deed, deed.set < 0 ? {} : { to: id });
    return (
      <button type="button" class={`place ${kind} can`} data-place={id} aria-label={inWords(`${says}: ${label}`)} onClick={run}>
        {children}
        <span class="deed" aria-hidden="true"><Line text={says} /></span>
      </button>
    );
  }
  if (look) {
    return (
      <button type="button" class={`place ${kind}`} data-place={id} aria-label={inWords(`${label}: ${look.label}`)} onClick={look.run}>
        {children}
      </button>
    );
  }
  return <div class={`place ${kind}`} data-place={id} role="group" aria-label={inWords(label)}>{children}</div>;
}
