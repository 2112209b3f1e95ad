// Everything that can lie over a page, loaded after the page itself.
import { later } from "./later";

const all = () => import("./over");

export const GameSheet = later(async () => (await all()).GameSheet);
export const Invite = later(async () => (await all()).Invite);
export const NewTable = later(async () => (await all()).NewTable);
export const Panels = later(async () => (await all()).Panels);
