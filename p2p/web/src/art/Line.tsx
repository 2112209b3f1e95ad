// A sentence in which cards are drawn, and said in full to those who listen.
import { cardName, pieces } from "./names";
import { isSuit, SuitSign } from "./Face";

export function Line({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map((piece, place) => ("card" in piece ? <Mention key={place} face={piece.card} /> : piece.text))}
    </>
  );
}

/** A card within a sentence. */
function Mention({ face }: { face: string }) {
  const [rank, suit] = face;
  return (
    <span class="mention">
      <span class="unseen">{cardName(face)}</span>
      <span aria-hidden="true">
        {isSuit(suit) ? <>{rank === "T" ? "10" : rank}<SuitSign suit={suit} /></> : "★"}
      </span>
    </span>
  );
}
