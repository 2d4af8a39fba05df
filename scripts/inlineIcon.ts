import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Puts the icon of the browser's tab into the page itself: browsers ask for it anew with every change of the address.
 * `/favicon.svg` stays for bookmarks and programs.
 */
export function inlineIcon(path: string): Plugin {
  return {
    name: "inline-icon",
    transformIndexHtml: (html) =>
      html.replace("/favicon.svg", `data:image/svg+xml,${encodeURIComponent(readFileSync(path, "utf8").trim())}`),
  };
}
