// Learning a game: see one played, play a first one step by step, look up the rules.
import { t } from "../i18n";
import { games as atTable } from "../state/handouts";
import { play } from "../state/film";
import { canLearn, home, learn, startTable } from "../state/sitting";
import { lobby, panel } from "../state/store";
import { prefs } from "../state/prefs";
import { Sheet } from "./Sheet";

const known = () => home.value?.games ?? atTable.value;

/** What a game is called. */
export const titleOf = (name: string): string => known().find((game) => game.name === name)?.title ?? "";

interface LinksProps {
  game: string;
  /** Whether its rules are among them, and whether the first game stands out. */
  rules?: boolean;
  main?: boolean;
}

/** The ways to learn a game. */
export function LearnLinks({ game, rules = true, main = false }: LinksProps) {
  const card = known().find((one) => one.name === game);
  return (
    <div class="learn-links">
      <button type="button" class="button quiet" onClick={() => void play("demo", game)}>{t("learn.demo")}</button>
      {card?.lesson !== false && canLearn(game) && <button type="button" class={`button ${main ? "main" : "quiet"}`} onClick={() => void ((panel.value = null), learn(game))}>{t("learn.first")}</button>}
      {rules && card?.rules !== false && <button type="button" class="button quiet" onClick={() => (panel.value = { rules: game })}>{t("rules.title")}</button>}
    </div>
  );
}

/** All games, each with its ways to learn it. */
export function Learn({ close }: { close: () => void }) {
  const deal = (game: string) => {
    close();
    startTable({ game, name: prefs.value.name || (home.value?.name ?? ""), alone: true });
  };
  return (
    <Sheet title={t("home.learn")} close={close} wide>
      <ul class="learn-games">
        {known().map((game) => (
          <li key={game.name} class="felt" style={{ "--hue": game.hue }}>
            <h3>{game.title}</h3>
            <p>{game.summary}</p>
            <LearnLinks game={game.name} main />
            {home.value?.starts && !lobby.value && <button type="button" class="button quiet deal" onClick={() => deal(game.name)}>{t("learn.deal")}</button>}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
