// A hint of the teacher, beside what it is about and never over it.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Coach } from "../net/proto";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { room, skip, view } from "../state/store";

const ATTRIBUTE: Record<string, string> = { zone: "data-place", card: "data-card", act: "data-act" };

function target(at: string | undefined): Element | null {
  const [kind = "", id = ""] = (at ?? "").split(/:(.*)/);
  const attribute = ATTRIBUTE[kind];
  return attribute ? document.querySelector(`[${attribute}="${CSS.escape(id)}"]`) : null;
}

export function CoachView() {
  const coach = view.value?.coach;
  return coach ? <Hint coach={coach} /> : null;
}

function Hint({ coach }: { coach: Coach }) {
  const bubble = useRef<HTMLDivElement>(null);
  const { width, height } = room.value;
  useLayoutEffect(() => {
    const element = bubble.current;
    const about = target(coach.at);
    if (!element) return undefined;
    const rect = about?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const below = rect ? rect.bottom + 12 + own.height < height && rect.top < height / 2 : false;
    const top = rect ? (below ? rect.bottom + 12 : rect.top - own.height - 12) : height / 3;
    const left = rect ? rect.left + rect.width / 2 - own.width / 2 : (width - own.width) / 2;
    element.style.top = `${Math.max(8, top)}px`;
    element.style.left = `${Math.min(Math.max(8, left), width - own.width - 8)}px`;
    element.dataset["side"] = rect ? (below ? "below" : "above") : "none";
    about?.classList.add("spotlit");
    return () => about?.classList.remove("spotlit");
  }, [coach, width, height]);
  return (
    <div class="coach" role="group" aria-label={t("coach.title")} ref={bubble}>
      <p><Line text={coach.text} /></p>
      {coach.next && <button type="button" class="button main" onClick={skip}>{t("coach.next")}</button>}
    </div>
  );
}
