// The score sheets: the sum, which long sheets would hide at their end, a row a hand, and how the last hand was counted.
import type { Sheet as ScoreSheet } from "../net/proto";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { view } from "../state/store";
import { Sheet } from "./Sheet";

export function Score({ close }: { close: () => void }) {
  const sheets = view.value?.sheets ?? [];
  return (
    <Sheet title={t("score.title")} close={close} wide>
      {sheets.length === 0 && <p>{t("score.none")}</p>}
      {sheets.map((sheet) => <Table key={sheet.label} sheet={sheet} />)}
    </Sheet>
  );
}

function Table({ sheet }: { sheet: ScoreSheet }) {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={sheet.label}>
      <table class="figures-table">
        <caption>{sheet.label}{sheet.target && <small> {t("score.target", { target: sheet.target })}</small>}</caption>
        <thead><tr>{sheet.cols.map((col) => <th key={col} scope="col"><Line text={col} /></th>)}</tr></thead>
        {sheet.total && <tbody class="sum"><Row cells={sheet.total} /></tbody>}
        <tbody class={sheet.decided ? "decided" : ""}>{sheet.rows.map((row, number) => <Row key={number} cells={row} />)}</tbody>
      </table>
    </div>
  );
}

const Row = ({ cells }: { cells: string[] }) => (
  <tr>
    {cells.map((cell, place) => (place === 0 ? <th key={place} scope="row"><Line text={cell} /></th> : <td key={place}><Line text={cell} /></td>))}
  </tr>
);
