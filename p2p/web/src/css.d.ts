declare module "*.css";
/** The address of a style sheet of its own. */
declare module "sheet:*" {
  const address: string;
  export default address;
}
/** The English texts that are not needed at once (build.mjs). */
declare module "texts:later" {
  const texts: Record<string, string | Record<string, string>>;
  export default texts;
}
