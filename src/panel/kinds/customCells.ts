import { createContext } from "react";
import { toUsable } from "../providers/resources.ts";
import type { CustomCells } from "./cell.ts";

export const noCells: Promise<CustomCells> = toUsable(Promise.resolve({}));

/** Loads a resource's own cells, by a stable promise, so that `use` can read it. Provided from above, as resources import kinds. */
export const CustomCellsContext = createContext((_resource: string): Promise<CustomCells> => noCells);
