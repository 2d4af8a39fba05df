import type { Identifier } from "ra-core";
import { send } from "../../providers/http.ts";
import { fromList, itemPath } from "../../providers/rest.ts";

export interface LastChange {
  readonly username: string;
  readonly timestamp: string;
}

/** Who changed a record last, from its journal; null where the platform does not tell. */
export async function loadLastChange(resource: string, id: Identifier): Promise<LastChange | null> {
  try {
    const query = { page: 1, rows: 1, order_by: "id", order_by_direction: "desc" };
    const { data } = fromList("journals", await send({ path: `${itemPath(resource, id)}/journal/`, query }));
    const [entry] = data;
    if (typeof entry?.username !== "string" || typeof entry.timestamp !== "string") return null;
    return { username: entry.username, timestamp: entry.timestamp };
  } catch {
    // Not every platform keeps a journal and not everybody may read it; the conflict is worth telling without.
    return null;
  }
}
