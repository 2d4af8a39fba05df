import { useQuery } from "@tanstack/react-query";
import { type Identifier, useTranslate } from "ra-core";
import { formatDateTime, parseWireInstant } from "../../../../core/dateTime.ts";
import { browserZone } from "../../../kinds/dateTime/browserZone.ts";
import { loadLastChange } from "../lastChange.ts";

interface LastChangeTexts {
  /** "ada changed this record at 2026/03/04 10:00", or that somebody did. */
  readonly title: string;
  /** What to call the other side: "By ada", "Theirs". */
  readonly theirs: string;
}

/** Who was faster, in words; as much of it as the platform tells. */
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
  const zone = browserZone();
  const instant = parseWireInstant(timestamp, zone);
  return {
    title: translate("conflict.by", { username, time: instant ? formatDateTime(instant, zone) : timestamp }),
    theirs: translate("conflict.theirsBy", { username }),
  };
}
