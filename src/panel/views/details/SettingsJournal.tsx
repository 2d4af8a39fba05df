import Button from "@mui/material/Button";
import { lazy, Suspense, useId, useState } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { rightsOn } from "../../providers/pending.ts";
import { FactsSkeleton } from "./FactsSkeleton.tsx";

const JournalTab = lazy(async () => {
  const [{ JournalTab }] = await Promise.all([import("./JournalTab.tsx"), addTexts("history")]);
  return { default: JournalTab };
});

interface SettingsJournalProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The journal of settings, which have no tabs of their own; loaded on request. */
export function SettingsJournal({ descriptor, id }: SettingsJournalProps) {
  const translate = useTranslate();
  const access = useAccess();
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  if (!descriptor.journal || !access.can(rightsOn("journals"), "read")) return null;
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-controls={place} onClick={() => setOpen(!isOpen)}>
        {translate("views.details.journal")}
      </Button>
      <div id={place}>
        {isOpen && (
          <Suspense fallback={<FactsSkeleton />}>
            <JournalTab descriptor={descriptor} id={id} />
          </Suspense>
        )}
      </div>
    </>
  );
}
