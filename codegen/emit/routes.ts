import type { Model } from "../model.ts";
import { resourceRoutes } from "../resourceRoutes.ts";
import { header, toCode } from "./print.ts";

/** `routes.gen.ts`: the routes of all generated screens. */
export function emitRoutes({ resources }: Model): Map<string, string> {
  return new Map([
    [
      "routes.gen.ts",
      `${header("schemas/entities")}import type { RouteDescriptor } from "../core/descriptor.ts";\n\n` +
        `export const routes: readonly RouteDescriptor[] = ${toCode(resourceRoutes(resources))};\n`,
    ],
  ]);
}
