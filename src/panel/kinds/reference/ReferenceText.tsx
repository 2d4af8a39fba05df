import { useGetManyAggregate } from "ra-core";
import type { WireRecord } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import { addressOf, toHref } from "../../resource/addressOf.ts";

interface ReferenceTextProps {
  readonly resource: string;
  readonly id: string | number;
  /** The record referred to, where `expand` brought it along; else it is fetched, with all others of this screen. */
  readonly expanded?: WireRecord;
  /** Leads to the record's details, if the person may see them. */
  readonly link?: boolean;
}

/** A referenced record by its title; by its id as long as, or because, nothing more is known of it. */
export function ReferenceText({ expanded, ...props }: ReferenceTextProps) {
  return expanded ? <Title {...props} record={expanded} /> : <FetchedTitle {...props} />;
}

function FetchedTitle(props: ReferenceTextProps) {
  const { resource, id } = props;
  const isAllowed = useAccess().can(summaryOf(resource), "lookup", { record: { id } });
  const { data } = useGetManyAggregate(resource, { ids: [id] }, { enabled: isAllowed });
  return <Title {...props} record={data?.[0]} />;
}

function Title({ resource, id, record, link }: ReferenceTextProps & { record: WireRecord | undefined }) {
  const access = useAccess();
  const summary = summaryOf(resource);
  const known = { ...record, id };
  const title = recordTitle(summary.record, known);
  const address = link && access.can(summary, "read", { record: known }) ? addressOf(resource, "details", known) : null;
  return address ? <a href={toHref(address)}>{title}</a> : title;
}
