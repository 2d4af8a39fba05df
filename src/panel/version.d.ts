/** Version of package.json, put in by the build. */
declare const __PANEL_VERSION__: string;
