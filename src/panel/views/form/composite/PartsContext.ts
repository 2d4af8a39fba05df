import { createContext } from "react";
import type { FormPart } from "./formParts.ts";

/** The parts of the form around: records that it makes together with its own. */
export const PartsContext = createContext<readonly FormPart[]>([]);
