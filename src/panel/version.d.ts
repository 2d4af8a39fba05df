/** Version in package.json, inserted by the build. */
declare const __PANEL_VERSION__: string;
