declare module "*.css";
/** Whether this is a build for development (build.mjs --dev). */
declare const DEV: boolean;
