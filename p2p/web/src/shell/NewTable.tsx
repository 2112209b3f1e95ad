// A table of one's own: which game, and what one is called there.
import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { home, startTable } from "../state/sitting";
import { prefs } from "../state/prefs";
import { type Choice, GameForm } from "./GameForm";
import { LearnLinks } from "./Learn";
import { Sheet } from "./Sheet";

const MAX_NAME = 16;

export function NewTable({ alone, close }: { alone: boolean; close: () => void }) {
  const games = home.value?.games ?? [];
  const seatsOf = (name: string): number => games.find((game) => game.name === name)?.sizes.at(-1)?.seats ?? 0;
  const first = games[0]?.name ?? "";
  const chosen = useSignal<Choice>({ game: first, seats: seatsOf(first), options: {} });
  const name = useSignal(prefs.value.name || (home.value?.name ?? ""));
  const change = (wish: Partial<Choice>) => {
    const anew = wish.game === undefined ? {} : { seats: seatsOf(wish.game) };
    const options = wish.game === undefined && wish.seats === undefined ? chosen.value.options : {};
    chosen.value = { ...chosen.value, options, ...anew, ...wish };
  };
  const begin = (event: Event) => {
    event.preventDefault();
    close();
    startTable({ ...chosen.value, name: name.value.trim(), alone });
  };
  return (
    <Sheet title={t(alone ? "home.alone" : "home.host")} close={close}>
      <form class="game-choice" onSubmit={begin}>
        <GameForm games={games} chosen={chosen.value} change={change} alone={alone} />
        <LearnLinks game={chosen.value.game} />
        <label class="field">
          {t("join.name")}
          <input class="entry" name="name" maxLength={MAX_NAME} autocomplete="nickname" value={name} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <div class="acts sticky"><button type="submit" class="button main">{t(alone ? "new.play" : "new.open")}</button></div>
      </form>
    </Sheet>
  );
}
