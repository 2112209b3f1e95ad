// The keys of the keyboard, those of the acts that can be done now among them.
import { inWords } from "../art/names";
import { t, type Key } from "../i18n";
import { view } from "../state/store";
import { Sheet } from "./Sheet";

const KEYS: [string, Key][] = [
  ["← →", "keys.move"], ["Alt ← →", "keys.order"], ["Space", "keys.choose"], ["Enter", "keys.enter"], ["Esc", "keys.clear"],
  ["G", "keys.hand"], ["T", "keys.table"], ["H", "keys.read"], ["L", "keys.last"], ["R", "keys.rules"], ["M", "keys.mute"], ["?", "keys.help"],
];

export function Keys({ close }: { close: () => void }) {
  const acts = (view.value?.acts ?? []).filter((act) => act.key);
  return (
    <Sheet title={t("keys.title")} close={close}>
      <dl class="keys">
        {acts.map((act) => <Entry key={act.id} name={act.key?.toUpperCase() ?? ""} text={inWords(act.label)} />)}
        {KEYS.map(([name, text]) => <Entry key={name} name={name} text={t(text)} />)}
      </dl>
    </Sheet>
  );
}

const Entry = ({ name, text }: { name: string; text: string }) => (
  <div><dt><kbd>{name}</kbd></dt><dd>{text}</dd></div>
);
