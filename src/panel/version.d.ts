/** Version of package.json, put in by the build. */
declare const __PANEL_VERSION__: string;
/** Languages below `i18n` that have all texts, put in by the build. */
declare const __LANGUAGES__: readonly string[];
