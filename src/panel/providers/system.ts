import type { SystemReport } from "../../core/systemAnswer.ts";
import { ask } from "./ask.ts";

/** The state of the installation. Rejects with an HttpError. */
export function readSystem(signal?: AbortSignal): Promise<SystemReport> {
  return ask({ path: "/api/system", signal }, { database: "object", warnings: "array" });
}
