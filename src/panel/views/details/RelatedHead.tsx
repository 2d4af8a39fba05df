import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { toHref } from "../../resource/addressOf.ts";
import { nameKey } from "../../resource/labels.ts";
import { inSentence } from "../../texts.ts";
import { recordActions } from "../record/recordActions.ts";
import styles from "./details.module.css";
import { RecordName } from "./RecordName.tsx";

interface RelatedHeadProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly actions?: ReactNode;
}

/** Another record's name, with links to its page and form. Settings get only the form link: the tab names them. */
export function RelatedHead({ descriptor, record, actions }: RelatedHeadProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const access = useAccess();
  const { settingsOf, name: resource } = descriptor;
  const title = settingsOf
    ? inSentence(translate(nameKey(resource), { smart_count: 2 }), locale)
    : recordTitle(descriptor.record, record);
  const pages = recordActions(descriptor, access, record).flatMap((action) =>
    "address" in action && action.name !== "preferences" && !(settingsOf && action.name === "details") ? [action] : [],
  );
  return (
    <header className="row across-24 end below-12">
      <div className={styles.name}>
        {!settingsOf && <RecordName descriptor={descriptor} record={record} heading="h2" />}
      </div>
      <div className="row">
        {pages.map(({ name, address }) => (
          <Button
            key={name}
            size="small"
            variant="outlined"
            href={toHref(address)}
            aria-label={translate(`details.related.${name}`, { title })}
          >
            {settingsOf
              ? // The head of the page has an "Edit" as well, which is the owner's.
                translate("details.related.edit", { title })
              : translate(name === "details" ? "details.related.open" : "views.record.menu.edit")}
          </Button>
        ))}
        {actions}
      </div>
    </header>
  );
}
