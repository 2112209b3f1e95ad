declare module "*.css";
/** The text of a style sheet (build.mjs). */
declare module "sheet:*" {
  const text: string;
  export default text;
}
/** The English texts that are not needed at once (build.mjs). */
declare module "texts:later" {
  const texts: Record<string, string | Record<string, string>>;
  export default texts;
}
