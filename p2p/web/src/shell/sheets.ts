// Everything that can lie over a page, loaded after the page itself.
import styles from "sheet:panels.css";
import { later } from "./later";

/** The modules, once their style sheet is there, too. */
const all = async () => (await Promise.all([import("./over"), styled()]))[0];

let styling: Promise<void> | undefined;
function styled(): Promise<void> {
  styling ??= new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = styles;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      styling = undefined;
      fail(new Error(`${styles} could not be loaded`));
    };
    document.head.append(link);
  });
  return styling;
}

export const GameSheet = later(async () => (await all()).GameSheet);
export const LinkSheet = later(async () => (await all()).LinkSheet);
export const NewTable = later(async () => (await all()).NewTable);
export const Panels = later(async () => (await all()).Panels);
export const Trouble = later(async () => (await all()).Trouble);
export const Waiting = later(async () => (await all()).Waiting);
