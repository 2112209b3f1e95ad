// The host's choice of game, number of seats and options.
import type { ManageMessage, LobbyMessage } from "../net/proto";
import { t } from "../i18n";
import { games, type GameCard, type OptionCard } from "../state/handouts";
import { send } from "../state/store";
import { Sheet } from "./Sheet";

const change = (wish: Omit<ManageMessage, "t" | "do">) => void send({ t: "manage", do: "game", ...wish });

export function GameSheet({ lobby: now, close }: { lobby: LobbyMessage; close: () => void }) {
  const card = games.value.find((one) => one.name === now.game);
  const seats = now.people.length;
  return (
    <Sheet title={t("game.title")} close={close}>
      <form class="game-choice" onSubmit={(event) => event.preventDefault()}>
        <fieldset>
          <legend>{t("game.which")}</legend>
          {games.value.map((game) => (
            <Radio key={game.name} name="game" checked={game.name === now.game} label={game.title} text={about(game)} choose={() => change({ game: game.name })} />
          ))}
        </fieldset>
        {card && card.sizes.length > 1 && (
          <fieldset class="row">
            <legend>{t("game.seats")}</legend>
            {card.sizes.map((size) => (
              <Radio key={size.seats} name="seats" checked={size.seats === seats} label={String(size.seats)} choose={() => change({ seats: size.seats })} />
            ))}
          </fieldset>
        )}
        {card?.sizes.find((size) => size.seats === seats)?.options.filter((option) => option.choices.length > 1)
          .map((option) => <Option key={option.key} option={option} chosen={now.options} />)}
      </form>
    </Sheet>
  );
}

const about = ({ summary, minutes }: GameCard): string =>
  [summary, minutes == null ? "" : t("lobby.minutes", { n: minutes })].filter(Boolean).join(" · ");

function Option({ option, chosen }: { option: OptionCard; chosen: Record<string, string> }) {
  const now = chosen[option.key] ?? option.choices[0]?.value;
  return (
    <fieldset>
      <legend>{option.label}</legend>
      {option.choices.map(({ value, label, text }) => (
        <Radio key={value} name={option.key} checked={value === now} label={label} text={text} choose={() => change({ options: { ...chosen, [option.key]: value } })} />
      ))}
    </fieldset>
  );
}

function Radio({ name, checked, label, text = "", choose }: {
  name: string; checked: boolean; label: string; text?: string; choose: () => void;
}) {
  return (
    <label class="option">
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span><b>{label}</b>{text && <small>{text}</small>}</span>
    </label>
  );
}
