import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import { type ReactNode, useMemo } from "react";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { noProblems } from "../../kinds/controls/InputProps.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { nameKey } from "../../resource/labels.ts";
import type { Place } from "./usePlace.ts";

interface PreferencePlaceProps {
  readonly descriptor: ResourceDescriptor;
  readonly owner: PanelRecord;
  readonly place: Place;
}

/** What the records are told apart by. */
const nameField = "name";

/** Chooses one of the records below the owner that may have preferences of their own; none: the owner's. */
export function PreferencePlace({ descriptor, owner, place }: PreferencePlaceProps): ReactNode {
  const translate = useTranslate();
  const access = useAccess();
  const { resource, by } = descriptor.preferencesBy ?? {};
  const filter = useMemo((): Record<string, Json> => (by ? { [by]: Number(owner.id) } : {}), [by, owner.id]);
  if (!resource || !access.can(summaryOf(resource), "read")) return null;
  return (
    <Box sx={{ maxWidth: 420 }}>
      <ReferencePicker
        id="preference-place"
        label={translate(nameKey(resource), { smart_count: 1 })}
        help={translate("forms.preferences.place")}
        value={place.id}
        onChange={(value) => place.choose(typeof value === "number" ? value : null)}
        required={false}
        readOnly={false}
        problems={noProblems}
        source={{ resource, search: nameField, label: nameField, keep: "id" }}
        filter={filter}
      />
    </Box>
  );
}
