import { cisco } from "./cisco.ts";
import { grandstream } from "./grandstream.ts";
import { panasonic } from "./panasonic.ts";
import { polycom } from "./polycom.ts";
import type { ReadyModel } from "./readyModel.ts";
import { snom } from "./snom.ts";
import { yealink } from "./yealink.ts";

/** Widely used phones, by vendor and model. */
export const readyModels: readonly ReadyModel[] = [
  ...cisco,
  ...grandstream,
  ...panasonic,
  ...polycom,
  ...snom,
  ...yealink,
];
