import { useQuery } from "@tanstack/react-query";
import { overviewResources, type RecordOverview } from "../../../core/api/overviewResponse.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { fetchObject } from "../../providers/fetchObject.ts";
import { itemPath } from "../../providers/rest.ts";

/** Milliseconds for which tabs of a record share an answer. */
const freshFor = 15_000;

/** Whether records of this resource have an overview here: other platforms have none. */
export function hasOverview(resource: string): boolean {
  return overviewResources.includes(resource) && hasExtension("overview");
}

/** A record's overview, asked for once the record itself has loaded; a failure only leaves it out. */
export function useOverview(resource: string, id: string | number, isReady: boolean) {
  const tz = browserZone();
  return useQuery({
    queryKey: [resource, "overview", String(id), tz],
    queryFn: ({ signal }) => readOverview(resource, id, tz, signal),
    enabled: isReady && hasOverview(resource),
    staleTime: freshFor,
    retry: false,
  });
}

/** Loads what a record's header shows in addition to its fields; days are those of the zone. Rejects with an HttpError. */
function readOverview(
  resource: string,
  id: string | number,
  tz: string,
  signal?: AbortSignal,
): Promise<RecordOverview> {
  return fetchObject({ path: `${itemPath(resource, id)}/overview`, query: { tz }, signal }, { counts: "object" });
}
