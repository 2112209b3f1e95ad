// What can lie over a page, and what helps to learn a game: as one file to load, with its texts and
// styles.
import learning from "sheet:learning.css";
import panels from "sheet:panels.css";
import later from "texts:later";
import { addEnglish } from "../i18n";

addEnglish(later);
const styles = new CSSStyleSheet();
styles.replaceSync(panels + learning);
document.adoptedStyleSheets.push(styles);

export { Sign, Thing } from "../art/Things";
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
