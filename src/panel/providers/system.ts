import type { SystemReport } from "../../core/systemAnswer.ts";
import { malformed } from "./errors.ts";
import { send } from "./http.ts";
import { isObject } from "./isObject.ts";

/** The state of the installation. Rejects with an HttpError. */
export async function readSystem(signal?: AbortSignal): Promise<SystemReport> {
  const { body } = await send({ path: "/api/system", signal });
  if (!isObject(body) || !isObject(body.database) || !Array.isArray(body.warnings)) {
    throw malformed("the state of the system was expected");
  }
  return body as unknown as SystemReport;
}
