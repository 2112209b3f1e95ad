// Pictures that nobody needs before something is thrown or a banner bears a sign.
import { later } from "../shell/later";

const all = () => import("../art/Things");

export const Sign = later(async () => (await all()).Sign);
export const Thing = later(async () => (await all()).Thing);
