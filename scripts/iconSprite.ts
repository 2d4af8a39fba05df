import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ElementType } from "react";
import type { Plugin } from "vite";
import { iconNames } from "../src/panel/app/iconNames.ts";

const require = createRequire(import.meta.url);

/** Serves `virtual:icons.svg`: the URL of one picture with all icons that schemas name, each as a symbol of its name. */
export function iconSprite(cacheDir: string): Plugin {
  return {
    name: "icon-sprite",
    async resolveId(id) {
      if (id !== "virtual:icons.svg") return undefined;
      mkdirSync(cacheDir, { recursive: true });
      const file = join(cacheDir, "icons.svg");
      writeFileSync(file, await drawSprite());
      return `${file}?url`;
    },
  };
}

async function drawSprite(): Promise<string> {
  // Configurations are read often, and icons drawn rarely.
  const [{ createElement }, { renderToStaticMarkup }] = await Promise.all([
    import("react"),
    import("react-dom/server"),
  ]);
  const symbols = Object.entries(iconNames).map(([name, material]) => {
    const { default: Icon } = require(`@mui/icons-material/${material}`) as { readonly default: ElementType };
    const [, shapes = ""] = /<svg[^>]*>(.*)<\/svg>/s.exec(renderToStaticMarkup(createElement(Icon))) ?? [];
    return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}
