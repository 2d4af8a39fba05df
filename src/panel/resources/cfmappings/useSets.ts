import { useGetList } from "react-admin";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";

/** More sets of one kind than any subscriber has. */
const MAX_SETS = 200;

export type SetsName = `cf${"destination" | "time" | "source" | "bnumber"}sets`;

/** A subscriber's sets of one kind, in the order in which they were made; none for users who may not read them. */
export function useSets<Name extends SetsName>(name: Name, subscriberId: number, isWanted: boolean) {
  const isAllowed = useAccess().can(summaryOf(name), "lookup");
  const { data, error, refetch } = useGetList<RecordOf<Name>>(
    name,
    {
      pagination: { page: 1, perPage: MAX_SETS },
      sort: { field: "id", order: "ASC" },
      filter: { subscriber_id: subscriberId },
    },
    { enabled: isAllowed && isWanted },
  );
  return { sets: data, error, refetch };
}
