// What can lie over a page, and what helps to learn a game: loaded after the page itself.
import learning from "sheet:learning.css";
import panels from "sheet:panels.css";
import { later } from "./later";

/** The modules, once their style sheets are there, too. */
const all = async () => (await Promise.all([import("./over"), styled(panels), styled(learning)]))[0];

const styling = new Map<string, Promise<void>>();
function styled(address: string): Promise<void> {
  const known = styling.get(address);
  if (known) return known;
  const loading = new Promise<void>((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      styling.delete(address);
      fail(new Error(`${address} could not be loaded`));
    };
    document.head.append(link);
  });
  styling.set(address, loading);
  return loading;
}

/** Look at the last match once more. */
export const seeAgain = async (): Promise<void> => (await all()).play("replay", "");

export const CoachView = later(async () => (await all()).CoachView);
export const FilmBar = later(async () => (await all()).FilmBar);
export const GameSheet = later(async () => (await all()).GameSheet);
export const Learn = later(async () => (await all()).Learn);
export const LearnLinks = later(async () => (await all()).LearnLinks);
export const LinkSheet = later(async () => (await all()).LinkSheet);
export const NewTable = later(async () => (await all()).NewTable);
export const Panels = later(async () => (await all()).Panels);
export const Trouble = later(async () => (await all()).Trouble);
export const Waiting = later(async () => (await all()).Waiting);
