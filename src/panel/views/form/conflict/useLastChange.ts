import { useQuery } from "@tanstack/react-query";
import { type Identifier, useTranslate } from "react-admin";
import { formatWireTime } from "../../../../core/dateTime.ts";
import { browserZone } from "../../../kinds/time/browserZone.ts";
import { send } from "../../../providers/http.ts";
import { fromList, itemPath } from "../../../providers/rest.ts";

interface LastChangeTexts {
  /** "ada changed this record at 2026/03/04 10:00", or that somebody did. */
  readonly title: string;
  /** Name of the other side: "By ada", "Theirs". */
  readonly theirs: string;
}

/** Who saved first, as text, as far as the platform reports it. */
export function useLastChange(resource: string, id: Identifier): LastChangeTexts {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: [resource, "lastChange", String(id)],
    queryFn: () => loadLastChange(resource, id),
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return { title: translate("conflict.title"), theirs: translate("conflict.theirs") };
  const { username, timestamp } = data;
  return {
    title: translate("conflict.by", { username, time: formatWireTime(timestamp, browserZone()) }),
    theirs: translate("conflict.theirsBy", { username }),
  };
}

interface LastChange {
  readonly username: string;
  readonly timestamp: string;
}

/** Who last changed a record, from its journal; null where the platform does not report it. */
async function loadLastChange(resource: string, id: Identifier): Promise<LastChange | null> {
  try {
    const query = { page: 1, rows: 1, order_by: "id", order_by_direction: "desc" };
    const { data } = fromList("journals", await send({ path: `${itemPath(resource, id)}/journal/`, query }));
    const [entry] = data;
    if (typeof entry?.username !== "string" || typeof entry.timestamp !== "string") return null;
    return { username: entry.username, timestamp: entry.timestamp };
  } catch {
    // Not every platform has a journal and not every role may read it; the conflict is reported without.
    return null;
  }
}
