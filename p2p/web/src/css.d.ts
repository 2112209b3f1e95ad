declare module "*.css";
/** The address of a style sheet of its own. */
declare module "sheet:*" {
  const address: string;
  export default address;
}
