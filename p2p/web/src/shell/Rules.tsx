// The rules of the game, in blocks from the host: nothing of it is markup.
import { useEffect } from "preact/hooks";
import { signal } from "@preact/signals";
import { Line } from "../art/Line";
import { t } from "../i18n";
import { part, send, view } from "../state/store";
import { Sheet } from "./Sheet";

interface Block {
  h?: string;
  p?: string;
  ul?: string[];
  table?: { cols: string[]; rows: string[][] };
}

/** The blocks that came so far, in their order; null before the first. */
const blocks = signal<Block[] | null>(null);
/** Of which game, in which language they are. */
const about = signal("");

export function Rules({ close }: { close: () => void }) {
  const game = view.value?.game;
  useEffect(() => {
    const key = `${game} ${document.documentElement.lang}`;
    if (about.value === key) return undefined;
    about.value = key;
    blocks.value = null;
    send({ t: "get", what: "rules", part: 0 });
    return undefined;
  }, [game]);
  const came = part.value;
  useEffect(() => {
    if (came?.what !== "rules") return;
    blocks.value = [...(came.part === 0 ? [] : (blocks.value ?? [])), ...(came.data as Block[])];
    if (came.part + 1 < came.parts) send({ t: "get", what: "rules", part: came.part + 1 });
  }, [came]);
  return (
    <Sheet title={t("rules.title")} close={close} wide>
      <div class="rules">{blocks.value?.map((block, place) => <BlockView key={place} block={block} />) ?? <p>{t("loading")}</p>}</div>
    </Sheet>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.h) return <h3><Rich text={block.h} /></h3>;
  if (block.p) return <p><Rich text={block.p} /></p>;
  if (block.table) {
    return (
      <div class="table-scroll" tabIndex={0} role="region" aria-label={block.table.cols.join(", ")}>
        <table class="figures-table">
          <thead><tr>{block.table.cols.map((col) => <th key={col} scope="col"><Rich text={col} /></th>)}</tr></thead>
          <tbody>{block.table.rows.map((row, place) => <tr key={place}>{row.map((cell, i) => <td key={i}><Rich text={cell} /></td>)}</tr>)}</tbody>
        </table>
      </div>
    );
  }
  return <ul>{block.ul?.map((item) => <li key={item}><Rich text={item} /></li>)}</ul>;
}

/** In rules a card is written `{TD}`. */
const Rich = ({ text }: { text: string }) => <Line text={text.replace(/\{([2-9TJQKA][SHDC]|X[12])\}/g, "$1")} />;
