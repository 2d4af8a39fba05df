/** Packages of texts without types of their own; `libraryTexts` looks for what it needs in them. */
declare module "ra-language-german";
declare module "@blackbox-vision/ra-language-spanish/dist-web/index.js";
