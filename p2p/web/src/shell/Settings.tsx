// How the player likes it; remembered on this device.
import { LANGUAGES, t, wanted, type Key } from "../i18n";
import type { Pace } from "../state/frames";
import { prefer, type Prefs, prefs } from "../state/prefs";
import { Sheet } from "./Sheet";

const PACES: Pace[] = ["off", "quick", "normal", "slow", "tap"];

export function Settings({ close }: { close: () => void }) {
  const { pace, tap, suits, lang } = prefs.value;
  return (
    <Sheet title={t("settings.title")} close={close}>
      <form class="settings" onSubmit={(event) => event.preventDefault()}>
        <Choice name="pace" label={t("settings.pace")} value={pace} values={PACES} />
        <Choice name="tap" label={t("settings.tap")} value={tap} values={["play", "lift"]} />
        <Choice name="suits" label={t("settings.suits")} value={suits} values={["four", "two"]} />
        <fieldset>
          <legend>{t("settings.more")}</legend>
          <Switch name="dim" label={t("settings.dim")} />
          <Switch name="large" label={t("settings.large")} />
          <Switch name="sound" label={t("settings.sound")} />
          <Switch name="keys" label={t("settings.keys")} />
        </fieldset>
        <label class="field">
          {t("settings.lang")}
          <select value={wanted(lang)} onChange={(event) => prefer({ lang: event.currentTarget.value })}>
            {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
          </select>
        </label>
      </form>
    </Sheet>
  );
}

interface ChoiceProps<Name extends keyof Prefs> {
  name: Name;
  label: string;
  value: Prefs[Name] & string;
  values: (Prefs[Name] & string)[];
}

function Choice<Name extends "pace" | "tap" | "suits">({ name, label, value, values }: ChoiceProps<Name>) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="segments">
        {values.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === value} onChange={() => prefer({ [name]: one })} />
            <span>{t(`${name}.${one}` as Key)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Switch = ({ name, label }: { name: "dim" | "large" | "sound" | "keys"; label: string }) => (
  <label class="switch">
    <span>{label}</span>
    <input type="checkbox" checked={prefs.value[name]} onChange={(event) => prefer({ [name]: event.currentTarget.checked })} />
  </label>
);
