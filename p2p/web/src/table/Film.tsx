// What takes the place of the acts while a match is only looked at: what happens in words, and the ways through it.
import { useEffect, useRef } from "preact/hooks";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { at, atEnd, leave, nextSpeed, reel, runs, speed, stepByHand, toggle } from "../state/film";
import { canLearn, learn } from "../state/sitting";
import { behind, view } from "../state/store";

const SIGNS = {
  back: "M15 5.500L8.500 12l6.500 6.500",
  next: "M9 5.500l6.500 6.500-6.500 6.500",
  play: "M8 5.500v13l10.500-6.500Z",
  pause: "M8.500 6v12M15.500 6v12",
} as const;

const Sign = ({ name }: { name: keyof typeof SIGNS }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={SIGNS[name]} /></svg>
);

export function FilmBar() {
  const now = view.value;
  const shown = reel.value;
  const on = useRef<HTMLButtonElement>(null);
  useEffect(() => on.current?.focus({ preventScroll: true }), []);
  if (!now || !shown) return null;
  const caption = now.coach?.text;
  const begun = at.value > 0;
  const ended = atEnd();
  const done = (shown.came - 1 + (at.value + 1) / shown.frames.length) / shown.parts;
  const first = ended && shown.what === "demo" && canLearn(shown.game);
  return (
    <div class="bar film" role="group" aria-label={t(shown.what === "demo" ? "film.demo" : "film.replay")}>
      <p class={`prompt ${caption ? "caption" : ""}`}><span><Line text={behind.value?.prompt !== undefined ? t("film.turn") : (caption ?? lastLine(now.log) ?? now.say)} /></span></p>
      <span class="done" aria-hidden="true"><span style={{ width: `${Math.min(100, done * 100)}%` }} /></span>
      <div class="acts">
        <button type="button" class="button quiet" aria-label={t("film.back")} aria-disabled={!begun} onClick={() => stepByHand(-1)}><Sign name="back" /></button>
        <button type="button" class="button quiet" aria-label={t(runs.value ? "film.pause" : ended ? "film.again" : "film.play")} onClick={toggle}><Sign name={runs.value ? "pause" : "play"} /></button>
        <button type="button" class="button main" ref={on} aria-label={t("film.next")} aria-disabled={ended} onClick={() => stepByHand(1)}><Sign name="next" /></button>
        <button type="button" class="button quiet" aria-label={t("film.speed", { n: speed.value })} onClick={nextSpeed}>{speed.value === 0.5 ? "½" : speed.value}×</button>
        <button type="button" class="button quiet leave" onClick={leave}>{t("film.leave")}</button>
      </div>
      {first && <button type="button" class="button main first" onClick={() => void (leave(), learn(shown.game))}>{t("learn.first")}</button>}
    </div>
  );
}

const lastLine = (log: { text: string }[] | undefined): string | undefined => log?.at(-1)?.text;
