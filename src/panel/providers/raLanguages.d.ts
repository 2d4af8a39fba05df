/** Text packages without types of their own; `libraryTexts` checks their shape. */
declare module "ra-language-german";
declare module "@blackbox-vision/ra-language-spanish/dist-web/index.js";
