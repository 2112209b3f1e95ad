// What can lie over a page, and what helps to learn a game: as one file to load, with its texts.
import later from "texts:later";
import { addEnglish } from "../i18n";

addEnglish(later);

export { play } from "../state/film";
export { CoachView } from "../table/Coach";
export { FilmBar } from "../table/Film";
export { GameSheet } from "./GameSheet";
export { Learn, LearnLinks } from "./Learn";
export { LinkSheet } from "./LinkSheet";
export { NewTable } from "./NewTable";
export { Panels } from "./Panels";
export { Trouble } from "./Trouble";
export { Waiting } from "./Waiting";
