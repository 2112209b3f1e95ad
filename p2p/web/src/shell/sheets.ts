// What can lie over a page, and what helps to learn a game: loaded after the page itself.
import { later } from "./later";

const all = () => import("./over");

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
export const Sign = later(async () => (await all()).Sign);
export const Thing = later(async () => (await all()).Thing);
export const Trouble = later(async () => (await all()).Trouble);
export const Waiting = later(async () => (await all()).Waiting);
