// What can lie over a page, as one file to load.
export { GameSheet } from "./GameSheet";
export { LinkSheet } from "./LinkSheet";
export { NewTable } from "./NewTable";
export { Panels } from "./Panels";
