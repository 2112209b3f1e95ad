// What can lie over a page, as one file to load, with its texts.
import later from "texts:later";
import { addEnglish } from "../i18n";

addEnglish(later);

export { GameSheet } from "./GameSheet";
export { LinkSheet } from "./LinkSheet";
export { NewTable } from "./NewTable";
export { Panels } from "./Panels";
export { Trouble } from "./Trouble";
export { Waiting } from "./Waiting";
