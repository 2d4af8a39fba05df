import type { Model } from "../model.ts";
import { type PlacedPage, placedPages, toRouterPath } from "../pages.ts";
import { header, toCode } from "./print.ts";

/**
 * Pages without a schema: `nativePages.gen.ts` for those of this panel, which the router needs at startup, and
 * `pages.gen.ts` for all others, which the panel loads later.
 */
export function emitPages(model: Model): Map<string, string> {
  const { source, data } = model.pages;
  const placed = placedPages(model).filter(({ kind }) => kind !== "public");
  const native = placed.filter(isNative);
  const names = [...new Set(native.map(({ name }) => JSON.stringify(name)))].join(" | ") || "never";
  const redirects = Object.entries(data.redirects).map(([from, to]) => ({
    from: toRouterPath(from),
    to: toRouterPath(to),
  }));
  const head = `${header(source.file)}import type { PageDescriptor } from "../core/descriptor.ts";\n\n`;
  return new Map([
    [
      "nativePages.gen.ts",
      `${head}/** Pages with a component of their own in src/panel/pages/nativePages.ts. */\nexport type NativePageName = ${names};\n\n` +
        `export const nativePages: readonly (PageDescriptor & { readonly name: NativePageName })[] = ${toCode(native.map(toDescriptor))};\n`,
    ],
    [
      "pages.gen.ts",
      `${head}/** Pages of the older panel, and links that open a new window. */\nexport const pages: readonly PageDescriptor[] = ${toCode(
        placed.filter((page) => !isNative(page)).map(toDescriptor),
      )};\n\n/** Redirects from routes of the older panel. */\nexport const redirects: readonly { readonly from: string; readonly to: string }[] = ${toCode(redirects)};\n`,
    ],
  ]);
}

function isNative({ kind, isRest }: PlacedPage): boolean {
  return kind === "native" && !isRest;
}

/** Paths below a native page can only belong to the older panel. */
function toDescriptor({ guard, kind, isRest, ...page }: PlacedPage): object {
  const { right: _, ...target } = guard ?? {};
  const { frame, opens } = page;
  return {
    ...page,
    kind: isRest ? "framed" : kind,
    guard: target,
    isRest,
    frame: frame && toRouterPath(frame),
    opens: opens && toRouterPath(opens),
  };
}
