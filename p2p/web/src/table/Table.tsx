// The table of a seat.
import { cardWidth } from "../state/room";
import { film, room, sent, view } from "../state/store";
import { prefs } from "../state/prefs";
import { drag } from "../motion/drag";
import { Sprite } from "../art/Face";
import { CoachView, FilmBar, Panels } from "../shell/sheets";
import { spoken } from "../a11y/speak";
import { Bar } from "./Bar";
import { Centre, Rail } from "./Centre";
import { FanView } from "./Fan";
import { Head } from "./Head";
import { Log } from "./Log";
import { Seats } from "./Seats";
import { Flights } from "./Theatre";

export function Table() {
  const now = view.value;
  if (!now) return null;
  const { shape, log } = room.value;
  const { suits, large } = prefs.value;
  const asks = now.acts?.some((act) => act.ask) ?? false;
  const classes = ["app", "table-page", shape, log && "with-log", `seats-${now.seats.length}`, `suits-${suits}`, drag.value && "dragging", asks && "asks", now.over && "ended"];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-game={now.game} style={{ "--hue": now.hue, "--w": `${cardWidth(room.value, large)}px` }}>
      <Sprite />
      <Head />
      <main class="table">
        <Seats />
        <Rail />
        <Centre />
        <section class="mine" aria-busy={sent.value !== null} aria-label={now.seats.find((seat) => seat.id === now.you)?.name ?? now.title}>
          {film.value ? <FilmBar /> : <Bar />}
          {now.zones.filter((zone) => zone.area === "hand").map((zone) => (zone.kind === "fan" ? <FanView key={zone.id} zone={zone} /> : null))}
        </section>
      </main>
      <Log />
      <CoachView />
      <Flights />
      <p class="unseen" role="status">{spoken.value}</p>
      <Panels />
    </div>
  );
}
