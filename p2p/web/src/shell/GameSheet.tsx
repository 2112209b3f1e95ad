// The host's choice of what is played at the table.
import type { LobbyMessage } from "../net/proto";
import { t } from "../i18n";
import { games } from "../state/handouts";
import { send } from "../state/store";
import { GameForm } from "./GameForm";
import { LearnLinks } from "./Learn";
import { Sheet } from "./Sheet";

export function GameSheet({ lobby: now, close }: { lobby: LobbyMessage; close: () => void }) {
  const chosen = { game: now.game, seats: now.people.length, options: now.options };
  return (
    <Sheet title={t("game.title")} close={close}>
      <form class="game-choice" onSubmit={(event) => event.preventDefault()}>
        <GameForm games={games.value} chosen={chosen} change={(change) => send({ t: "manage", do: "game", ...change })} />
      </form>
      <LearnLinks game={now.game} />
    </Sheet>
  );
}
