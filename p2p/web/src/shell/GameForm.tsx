// The choice of a game, of the number of seats and of options, as groups of radio buttons.
import type { GameCard, OptionCard } from "../net/proto";
import { t } from "../i18n";

/** What is chosen; options that are not said are as usual. */
export interface Choice {
  game: string;
  seats: number;
  options: Record<string, string>;
  /** The kind of the bots, where there is nobody else; none for the usual one. */
  bot?: string | undefined;
}

interface GameFormProps {
  games: readonly GameCard[];
  chosen: Choice;
  /** Takes only what changes. */
  change: (change: Partial<Choice>) => void;
  /** Whether it is played with bots alone. */
  alone?: boolean;
}

export function GameForm({ games, chosen, change, alone = false }: GameFormProps) {
  const { sizes = [], bots = [], bot: usual } = games.find((game) => game.name === chosen.game) ?? {};
  const options = sizes.find((size) => size.seats === chosen.seats)?.options ?? [];
  return (
    <>
      <fieldset>
        <legend>{t("game.which")}</legend>
        {games.map((game) => (
          <Radio key={game.name} name="game" checked={game.name === chosen.game} label={game.title} text={about(game)} choose={() => change({ game: game.name })} />
        ))}
      </fieldset>
      {sizes.length > 1 && (
        <fieldset class="row">
          <legend>{t("game.seats")}</legend>
          {sizes.map(({ seats }) => (
            <Radio key={seats} name="seats" checked={seats === chosen.seats} label={String(seats)} choose={() => change({ seats })} />
          ))}
        </fieldset>
      )}
      {alone && (
        <fieldset>
          <legend>{t("game.bots")}</legend>
          {bots.map(({ value, label, text }) => (
            <Radio key={value} name="bot" checked={value === (chosen.bot ?? usual)} label={label} text={text} choose={() => change({ bot: value })} />
          ))}
        </fieldset>
      )}
      {options.filter((option) => option.choices.length > 1).map((option) => <Option key={option.key} option={option} chosen={chosen} change={change} />)}
    </>
  );
}

const about = ({ summary, minutes }: GameCard): string =>
  [summary, minutes === null ? "" : t("lobby.minutes", { n: minutes })].filter(Boolean).join(" · ");

function Option({ option, chosen: { options }, change }: { option: OptionCard } & Omit<GameFormProps, "games">) {
  const now = options[option.key] ?? option.choices[0]?.value;
  return (
    <fieldset>
      <legend>{option.label}</legend>
      {option.choices.map(({ value, label, text }) => (
        <Radio key={value} name={option.key} checked={value === now} label={label} text={text} choose={() => change({ options: { ...options, [option.key]: value } })} />
      ))}
    </fieldset>
  );
}

interface RadioProps {
  name: string;
  checked: boolean;
  label: string;
  text?: string;
  choose: () => void;
}

function Radio({ name, checked, label, text = "", choose }: RadioProps) {
  return (
    <label class="option">
      <input type="radio" name={name} checked={checked} onChange={choose} />
      <span><b>{label}</b>{text && <small>{text}</small>}</span>
    </label>
  );
}
