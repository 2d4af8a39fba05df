import { type ReactNode, useMemo } from "react";
import { useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { toNumericId } from "../../../core/schema/ids.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { nameKey } from "../../navigation/labels.ts";
import type { Query } from "../../providers/http.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import styles from "./preferences.module.css";

interface PreferenceChildPickerProps {
  readonly descriptor: ResourceDescriptor;
  readonly owner: PanelRecord;
  readonly child: PreferenceChild;
}

/** The field that distinguishes the records. */
const nameField = "name";

/** Chooses a child of the owner with preferences of its own; none: the owner's. */
export function PreferenceChildPicker({ descriptor, owner, child }: PreferenceChildPickerProps): ReactNode {
  const translate = useTranslate();
  const access = useAccess();
  const { resource, reference } = descriptor.childPreferences ?? {};
  const filter = useMemo(
    (): Record<string, Json> => (reference ? { [reference]: owner.id } : {}),
    [reference, owner.id],
  );
  if (!resource || !access.can(summaryOf(resource), "read")) return null;
  return (
    <div className={styles.placeInput}>
      <ReferencePicker
        id="preference-place"
        label={translate(nameKey(resource), { smart_count: 1 })}
        help={translate("forms.preferences.place")}
        value={child.id}
        onChange={(value) => child.choose(typeof value === "number" ? value : null)}
        source={{ resource, search: nameField, label: nameField, keep: "id" }}
        filter={filter}
      />
    </div>
  );
}

export interface PreferenceChild {
  /** The child whose preferences are shown; null: the owner's own. */
  readonly id: number | null;
  /** Its query in requests. */
  readonly query: Query;
  readonly choose: (id: number | null) => void;
}

/** The shown owner is in the URL: `?location_id=4`. */
export function usePreferenceChild({ childPreferences }: ResourceDescriptor): PreferenceChild {
  const [parameters, setParameters] = useSearchParams();
  const name = childPreferences?.parameter ?? "";
  const text = name === "" ? null : parameters.get(name);
  const id = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  return {
    id,
    query: useMemo((): Query => (id === null ? {} : { [name]: id }), [name, id]),
    choose: (next) =>
      setParameters(
        (previous) => {
          const changed = new URLSearchParams(previous);
          if (next === null) changed.delete(name);
          else changed.set(name, String(next));
          return changed;
        },
        { replace: true },
      ),
  };
}

/** Stands for records without a reseller. */
const platformReseller = 1;

/**
 * The reseller among whose records an owner's preferences are looked up; undefined where the record does not tell.
 * Internal ids are not on the wire, but the choices of some field are those of the same reseller.
 */
export function resellerIdOfOwner({ name, scope, fields }: ResourceDescriptor, owner: PanelRecord): number | undefined {
  if (name === "resellers") return toNumericId(owner.id);
  if (!scope) return platformReseller;
  const derived = fields.find((field) => field.name === scope)?.derive;
  const filtered = fields.flatMap(({ reference }) => reference?.filter?.reseller_id ?? []).map(String);
  const paths = [scope, derived, ...filtered.map((path) => path.replace("$", ""))];
  return paths.map((path) => path && valueAtPath(owner, path)).find((value) => typeof value === "number");
}
