/** Version in package.json, inserted by the build. */
declare const __PANEL_VERSION__: string;

/** Comes with react-admin, without types. */
declare module "jsonexport/dist" {
  const exportJson: (...parts: readonly unknown[]) => void;
  export default exportJson;
}

/** URL of the picture with all icons (`scripts/iconSprite.ts`). */
declare module "virtual:icons.svg" {
  const url: string;
  export default url;
}
