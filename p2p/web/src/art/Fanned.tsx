// A few cards in a fan, for the pages before the table: nothing to play with.
import { Face } from "./Face";

export const Fanned = ({ faces }: { faces: readonly string[] }) => (
  <div class="fanned" aria-hidden="true">
    {faces.map((face, place) => {
      const turn = place - (faces.length - 1) / 2;
      return <span key={face} class="card" style={{ rotate: `${turn * 9}deg`, translate: `0 ${turn * turn * 4}%` }}><Face face={face} /></span>;
    })}
  </div>
);
