/** Path of a Chromium executable; installs one if necessary. */
export declare function ensureBrowser(): Promise<string>;
