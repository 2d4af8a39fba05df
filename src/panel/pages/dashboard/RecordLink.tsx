import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router";
import type { WireRecord } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { summaryOf } from "../../providers/resources.ts";
import { addressOf } from "../../resource/addressOf.ts";

interface RecordLinkProps {
  readonly resource: string;
  readonly record: WireRecord;
  readonly tab?: string;
}

/** A record by its title, as a link to its first page where it has any. */
export function RecordLink({ resource, record, tab }: RecordLinkProps) {
  const title = recordTitle(summaryOf(resource).record, record);
  const address = addressOf(resource, "details", record, tab) ?? addressOf(resource, "edit", record);
  if (!address) return <span className="dash-name">{title}</span>;
  return (
    <Link component={RouterLink} to={address} className="dash-name">
      {title}
    </Link>
  );
}
