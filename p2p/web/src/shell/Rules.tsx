// The rules of a game, in blocks from the host: nothing of it is markup.
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Face } from "../art/Face";
import { Line } from "../art/Line";
import { cardName } from "../art/names";
import { t } from "../i18n";
import { ask } from "../state/handouts";
import { LearnLinks, titleOf } from "./Learn";
import { Sheet } from "./Sheet";

interface Block {
  h?: string;
  p?: string;
  ul?: string[];
  table?: { cols: string[]; rows: string[][] };
}

/** All blocks of a game's rules; null if they cannot be had. */
async function fetched(game: string): Promise<Block[] | null> {
  const blocks: Block[] = [];
  for (let part = 0, parts = 1; part < parts; part++) {
    const answer = await ask({ t: "get", what: "rules", part, game });
    if (!answer) return null;
    blocks.push(...(answer.data as Block[]));
    parts = answer.parts;
  }
  return blocks;
}

export function Rules({ game, close }: { game: string; close: () => void }) {
  const [blocks, setBlocks] = useState<Block[] | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => void fetched(game).then((found) => (found ? setBlocks(found) : setMissing(true))), [game]);
  return (
    <Sheet title={[t("rules.title"), titleOf(game)].filter(Boolean).join(" · ")} close={close} wide>
      <LearnLinks game={game} rules={false} />
      <div class="rules">{blocks?.map((block, place) => <BlockView key={place} block={block} />) ?? <p>{t(missing ? "film.none" : "loading")}</p>}</div>
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

const PICTURE = /\{([2-9TJQKA][SHDC]|X[12])\}/;

/** In rules a card is written `{TD}` and drawn as one; cards one after the other lie side by side. */
function Rich({ text }: { text: string }) {
  return (
    <>
      {text.split(PICTURE).map((piece, place) => (
        <Fragment key={place}>{place % 2 ? <Picture face={piece} /> : piece.trim() === "" ? piece : <Line text={piece} />}</Fragment>
      ))}
    </>
  );
}

const Picture = ({ face }: { face: string }) => <span class="card in-text" role="img" aria-label={cardName(face)}><Face face={face} small /></span>;
