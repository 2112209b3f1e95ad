// The icon of the page: a card of spades before a card of brass on felt. Drawn from the same outlines as an SVG and as
// PNGs, for systems that want those; a few curves need no library.
import { crc32, deflateSync } from "node:zlib";

const SIZE = 512;
const ROUND = 0.5523; // how far a curve's handles reach for a quarter of a circle

/** A rectangle with round corners around the origin. */
function card(width, height, radius) {
  const [x, y, k] = [width / 2, height / 2, radius * (1 - ROUND)];
  return (
    `M${radius - x} ${-y}L${x - radius} ${-y}C${x - k} ${-y} ${x} ${k - y} ${x} ${radius - y}L${x} ${y - radius}` +
    `C${x} ${y - k} ${x - k} ${y} ${x - radius} ${y}L${radius - x} ${y}C${k - x} ${y} ${-x} ${y - k} ${-x} ${y - radius}` +
    `L${-x} ${radius - y}C${-x} ${k - y} ${k - x} ${-y} ${radius - x} ${-y}Z`
  );
}

/** What is drawn, from the back to the front; `whole` fills the square, for systems that cut a shape of their own. */
function layers(spade, whole) {
  const scale = whole ? 0.82 : 1;
  const put = (fill, outline, x, y, turn, size = 1) => ({ fill, outline, x: 256 + x * scale, y: 256 + y * scale, turn, size: size * scale });
  return [
    { fill: "#1d4636", outline: card(SIZE, SIZE, whole ? 0 : 112), x: 256, y: 256, turn: 0, size: 1 },
    put("#d9b26a", card(206, 288, 20), -62, -8, -14),
    put("#0e2a20", card(206, 288, 20), 38, 10, 9), // the shadow between the two
    put("#fbf7ec", card(206, 288, 20), 44, 6, 9),
    { ...put("#14171c", spade, 44, 6, 9, 1.3), middle: 50 },
  ];
}

/** A layer's points in the picture, one list for each closed line; curves are taken as short straight lines. */
function lines({ outline, x, y, turn, size, middle = 0 }) {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180) * size, Math.sin((turn * Math.PI) / 180) * size];
  const place = ([u, v]) => [x + (u - middle) * cos - (v - middle) * sin, y + (u - middle) * sin + (v - middle) * cos];
  const closed = [];
  for (const [, command, numbers] of outline.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const flat = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const points = flat.flatMap((u, i) => (i % 2 ? [] : [place([u, flat[i + 1]])]));
    if (command === "M") closed.push([]);
    const line = closed.at(-1);
    if (command === "C") line.push(...curve(line.at(-1), ...points));
    else line.push(...points);
  }
  return closed;
}

function curve(a, b, c, d, steps = 24) {
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps;
    const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [0, 1].map((axis) => p * a[axis] + q * b[axis] + r * c[axis] + s * d[axis]);
  });
}

const FINE = 4; // rows looked at in each row of pixels

/** How much of each pixel of a row lies inside. */
function coverage(closed, row, side, scale) {
  const covered = new Float64Array(side);
  for (let fine = 0; fine < FINE; fine++) {
    const y = (row + (fine + 0.5) / FINE) / scale;
    const crossings = closed.flatMap((line) => line.flatMap(([x1, y1], i) => {
      const [x2, y2] = line[(i + 1) % line.length];
      return y1 <= y === y2 <= y ? [] : [(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) * scale];
    })).sort((one, other) => one - other);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [Math.max(0, crossings[i]), Math.min(side, crossings[i + 1])];
      for (let x = Math.floor(from); x < to; x++) covered[x] += Math.max(0, Math.min(x + 1, to) - Math.max(x, from)) / FINE;
    }
  }
  return covered;
}

/** The icon as a PNG of `side` pixels. */
export function png(spade, side, whole) {
  const drawn = layers(spade, whole).map((layer) => ({ closed: lines(layer), ink: layer.fill.match(/\w\w/g).map((hex) => parseInt(hex, 16)) }));
  const rows = Buffer.alloc(side * (1 + side * 4));
  for (let y = 0; y < side; y++) {
    const row = rows.subarray(y * (1 + side * 4) + 1);
    for (const { closed, ink } of drawn) {
      coverage(closed, y, side, side / SIZE).forEach((part, x) => {
        if (part === 0) return;
        const alpha = part + (row[4 * x + 3] / 255) * (1 - part);
        const under = 1 - part / alpha;
        for (let c = 0; c < 3; c++) row[4 * x + c] = Math.round(ink[c] * (1 - under) + row[4 * x + c] * under);
        row[4 * x + 3] = Math.round(255 * alpha);
      });
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6], 8); // eight bits each of red, green, blue and alpha
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The icon as an SVG. */
export function svg(spade) {
  const paths = layers(spade, false).map(({ fill, outline, x, y, turn, size, middle = 0 }) =>
    `<path fill="${fill}" transform="translate(${x} ${y})rotate(${turn})scale(${size})translate(${-middle} ${-middle})" d="${outline}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${paths.join("")}</svg>\n`;
}
