import type { Model } from "../model.ts";
import { resourceRoutes } from "../resourceRoutes.ts";
import { header, toCode } from "./print.ts";

/** `routes.gen.ts`: every address of the generated screens, in the words of the router. */
export function emitRoutes({ resources }: Model): Map<string, string> {
  return new Map([
    [
      "routes.gen.ts",
      `${header("schemas/entities")}import type { RouteDescriptor } from "../core/descriptor.ts";\n\n` +
        `export const routes: readonly RouteDescriptor[] = ${toCode(resourceRoutes(resources))};\n`,
    ],
  ]);
}
