// A hint of the teacher, beside what it is about and never over it; and the ring around that.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { speak } from "../a11y/speak";
import { Line } from "../art/Line";
import { t } from "../i18n";
import type { Coach } from "../net/proto";
import { beside, type Box, type Spot } from "../state/beside";
import { film, room, send, view } from "../state/store";

const ATTRIBUTE: Record<string, string> = { zone: "data-place", card: "data-card", act: "data-act", seat: "data-seat" };
/** After this the cards of a change lie where they belong. */
const SETTLED_MS = 420;
/** What is smaller is only a place where something will be. */
const LEAST = 12;

function target(at: string | undefined): Element | null {
  const [kind = "", id = ""] = (at ?? "").split(/:(.*)/);
  const attribute = ATTRIBUTE[kind];
  return attribute ? document.querySelector(`.app [${attribute}="${CSS.escape(id)}"]`) : null;
}

/** Where something is on the screen; nothing if it is not drawn, or empty, as a trick that nobody has begun. */
function boxOf(element: Element | null): Box | null {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > LEAST ? rect : null;
}

/** What is to be tapped now, and what is read. */
const spare = (): Box[] =>
  [".bar .acts", ".fan", ".bar"].flatMap((query) => boxOf(document.querySelector(query)) ?? []);

interface Places {
  ring: Box | null;
  spot: Spot | null;
}

export function CoachView() {
  const coach = view.value?.coach;
  return coach ? <Hint key={coach.text} coach={coach} /> : null;
}

function Hint({ coach }: { coach: Coach }) {
  const bubble = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [read, setRead] = useState(false);
  const [{ ring, spot }, setPlaces] = useState<Places>({ ring: null, spot: null });
  const now = view.value;
  const { width, height } = room.value;
  useLayoutEffect(() => {
    const place = () => {
      const about = boxOf(target(coach.at));
      const own = bubble.current?.getBoundingClientRect();
      setPlaces({ ring: about, spot: own ? beside(about, own, { width, height }, spare()) : null });
    };
    place();
    const drawn = requestAnimationFrame(place); // the middle of the table is sized after it is drawn
    const settled = setTimeout(place, SETTLED_MS);
    return () => {
      cancelAnimationFrame(drawn);
      clearTimeout(settled);
    };
  }, [coach, now, width, height]);
  useEffect(() => {
    if (film.value) return;
    speak(coach.text);
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true });
  }, []);
  const told = film.value || read ? null : spot;
  return (
    <>
      {ring && !read && (
        <span class="ring" aria-hidden="true" style={{ left: `${ring.x}px`, top: `${ring.y}px`, width: `${ring.width}px`, height: `${ring.height}px` }} />
      )}
      {!film.value && !read && (
        <div
          class={`coach tip-${told?.side ?? "none"}`} role="region" aria-label={t("coach.title")} ref={bubble}
          style={{ left: `${told?.x ?? 0}px`, top: `${told?.y ?? 0}px`, "--tip": `${told?.tip ?? 0}px` }}
        >
          <p><Line text={coach.text} /></p>
          <div class="acts">
            <button type="button" class="button quiet" onClick={() => send({ t: "learn", do: "leave" })}>{t("coach.leave")}</button>
            {coach.next && (
              <button type="button" class="button main" ref={next} onClick={() => void (send({ t: "learn", do: "next" }), setRead(true))}>{t("coach.next")}</button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
