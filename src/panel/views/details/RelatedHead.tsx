import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { toHref } from "../../resource/addressOf.ts";
import { recordActions } from "../record/recordActions.ts";
import { RecordName } from "./RecordName.tsx";

interface RelatedHeadProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
}

/** Who another record is, and the ways to its own page and form. */
export function RelatedHead({ descriptor, record }: RelatedHeadProps) {
  const translate = useTranslate();
  const access = useAccess();
  const title = recordTitle(descriptor.record, record);
  const pages = recordActions(descriptor, access, record).flatMap((action) =>
    "address" in action && action.name !== "preferences" ? [action] : [],
  );
  return (
    <header className="related-head">
      <div className="details-name">
        <RecordName descriptor={descriptor} record={record} heading="h2" />
      </div>
      <div className="details-actions">
        {pages.map(({ name, address }) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            href={toHref(address)}
            aria-label={translate(`details.related.${name}`, { title })}
          >
            {translate(name === "details" ? "details.related.open" : "views.record.menu.edit")}
          </Button>
        ))}
      </div>
    </header>
  );
}
