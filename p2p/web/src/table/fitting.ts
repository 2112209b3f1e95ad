// How large the middle of the table is drawn: as large as its room allows. Measuring costs time, so what was found out
// is remembered, and a change begins with the size of before.

/** Sizes from the largest on; with the tight ones, labels that say nothing new are left out. */
const WIDE = [1.3, 1.15, 1.08, 1, 0.93, 0.86, 0.79, 0.72, 0.66];
const TIGHT = [...WIDE.slice(1), 0.6, 0.54, 0.48, 0.42, 0.36];

interface Fit {
  readonly tight: boolean;
  /** Place in the sizes. */
  readonly place: number;
  /** Whether not even the smallest size fits: then the middle scrolls, downwards. */
  readonly scrolls: boolean;
}

const FIRST: Fit = { tight: false, place: 3, scrolls: false };
const MOST_REMEMBERED = 200;

export class Fitting {
  readonly #known = new Map<string, Fit>();
  #now = FIRST;

  /** Give the box the size that fits `content`, a text that differs when what lies there needs other room. */
  fit(box: HTMLElement, content: string): void {
    const letters = getComputedStyle(document.documentElement).fontSize;
    const key = `${box.clientWidth} ${box.clientHeight} ${letters} ${content}`;
    let found = this.#known.get(key);
    if (!found) {
      found = search(box, this.#now);
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      this.#known.set(key, found);
    }
    apply(box, (this.#now = found));
  }

  /** Measures no longer hold: another font has come. */
  forget(): void {
    this.#known.clear();
  }
}

function apply(box: HTMLElement, { tight, place, scrolls }: Fit): void {
  box.classList.toggle("tight", tight);
  box.classList.toggle("scrolls", scrolls);
  box.style.setProperty("--k", String((tight ? TIGHT : WIDE)[place]));
}

function fits(box: HTMLElement, tight: boolean, place: number): boolean {
  apply(box, { tight, place, scrolls: false });
  return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
}

/** The largest size that fits; labels are kept as long as a size with them does. */
function search(box: HTMLElement, before: Fit): Fit {
  const last = WIDE.length - 1;
  const start = before.tight ? last : before.place;
  const wide = from(box, false, start, last);
  if (wide !== null) return { tight: false, place: wide, scrolls: false };
  const tight = from(box, true, before.tight ? before.place : 4, TIGHT.length - 1);
  return { tight: true, place: tight ?? TIGHT.length - 1, scrolls: tight === null };
}

/** Begin at a size and go the way that it shows; null if not even the last one fits. */
function from(box: HTMLElement, tight: boolean, start: number, last: number): number | null {
  let place = start;
  if (fits(box, tight, place)) {
    while (place > 0 && fits(box, tight, place - 1)) place--;
    return place;
  }
  while (++place <= last) if (fits(box, tight, place)) return place;
  return null;
}
