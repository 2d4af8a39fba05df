import Button from "@mui/material/Button";
import { useStore } from "react-admin";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { clockOf } from "../../kinds/controls/FieldNotes.tsx";
import { FieldValue, type FieldValueProps } from "../../kinds/Value.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { fieldKey, groupKey } from "../../navigation/labels.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { Secret } from "../Secret.tsx";
import { useCellContext } from "../useCellContext.ts";
import styles from "./details.module.css";

interface ShowFieldsProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  /** Show only these groups. */
  readonly groups?: readonly string[];
  /** Rendered below a heading of the same level as the groups' own. */
  readonly isNested?: boolean;
  /** Show empty fields as well: settings are few, and there to be set. */
  readonly showsEmpty?: boolean;
}

/** Most columns a table has room for in half the page. */
const MAX_COLUMNS = 4;

/** A table that needs the full page width. */
function isBroad({ field, isEmpty }: RecordFact): boolean {
  return field.kind === "list" && field.widget === undefined && !isEmpty && (field.fields?.length ?? 0) > MAX_COLUMNS;
}

/** A record's non-empty fields in groups; the others on request. */
export function ShowFields(props: ShowFieldsProps) {
  const { descriptor, record, groups: only, isNested = false, showsEmpty = false } = props;
  const Heading = isNested ? "h3" : "h2";
  const access = useAccess();
  const context = useCellContext(descriptor.name, "details");
  const [withEmpty, setWithEmpty] = useStore("preferences.details.showEmpty", false);
  const { translate } = context;
  const all = fieldGroups(descriptor, access, record, only);
  const isShown = (fact: RecordFact) => showsEmpty || withEmpty || !fact.isEmpty;
  const groups = all.filter(({ facts }) => facts.some(isShown));
  const hasEmpty = all.some(({ facts }) => facts.some(({ isEmpty }) => isEmpty));
  return (
    <>
      <div className={styles.facts}>
        {groups.map(({ labelKey, facts }) => (
          <section
            key={labelKey}
            className={`card below-12 pad-12-16 ${styles.factsGroup}${facts.some(isBroad) ? ` ${styles.isBroad}` : ""}`}
          >
            <Heading className="below-8">{translate(labelKey)}</Heading>
            <SimpleShowLayout>
              {facts.filter(isShown).map(({ field, isEmpty }) => (
                <Labeled
                  key={field.name}
                  label={fieldKey(descriptor.name, field.name)}
                  className={field.kind === "list" ? styles.isWide : undefined}
                  labelClassName="anywhere hyphens"
                >
                  {isEmpty ? (
                    <span className="quiet">{translate("views.details.none")}</span>
                  ) : (
                    <>
                      <FactValue field={field} record={record} context={context} />
                      {field.clock && <div className="quiet">{clockOf(translate, field)}</div>}
                    </>
                  )}
                </Labeled>
              ))}
            </SimpleShowLayout>
          </section>
        ))}
      </div>
      {hasEmpty && !showsEmpty && (
        <Button size="small" onClick={() => setWithEmpty(!withEmpty)}>
          {translate(withEmpty ? "views.details.hideEmpty" : "views.details.showEmpty")}
        </Button>
      )}
    </>
  );
}

function FactValue(props: FieldValueProps) {
  return props.field.secret || props.field.kind === "password" ? <Secret {...props} /> : <FieldValue {...props} />;
}

interface RecordFact {
  readonly field: FieldDescriptor;
  readonly isEmpty: boolean;
}

interface FieldGroup {
  readonly labelKey: string;
  readonly facts: readonly RecordFact[];
}

/**
 * A record's facts: grouped as in its forms, followed by fields that no form has (times, counters). Leaves out fields
 * the user may not read, fields that do not apply to this record, and empty groups. Whether a password is set is
 * unknown: it is fetched on request. `only` limits the result to these groups.
 */
export function fieldGroups(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can" | "admin" | "isViewing">,
  record: WireRecord,
  only?: readonly string[],
): FieldGroup[] {
  const grouped = new Set(["id", ...descriptor.groups.flatMap((group) => group.fields)]);
  // The page already names the owner of settings.
  const ungroupedFields = descriptor.fields.filter(({ name, derive }) => !grouped.has(name) && derive !== "id");
  const toFacts = (fields: readonly FieldDescriptor[]) =>
    fields
      .filter((field) => isShown(descriptor, access, record, field))
      .map((field) => ({
        field,
        isEmpty: !["file", "password"].includes(field.kind) && !hasValue(record[field.name]),
      }));
  const shownGroups = only ? descriptor.groups.filter(({ name }) => only.includes(name)) : descriptor.groups;
  const groups = shownGroups.map((group) => ({
    labelKey: groupKey(descriptor.name, group.name),
    facts: toFacts(group.fields.flatMap((name) => descriptor.fields.find((field) => field.name === name) ?? [])),
  }));
  const otherGroups = only ? [] : [{ labelKey: "views.details.other", facts: toFacts(ungroupedFields) }];
  return [...groups, ...otherGroups].filter(({ facts }) => facts.length > 0);
}

function isShown(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can" | "admin" | "isViewing">,
  record: WireRecord,
  field: FieldDescriptor,
): boolean {
  const isHidden = field.writeOnly && field.file?.download === undefined;
  if (field.internal || field.apiOnly || isHidden) return false;
  // Viewing as another role sends no request that would be logged.
  if (field.kind === "password" && (!access.admin?.show_passwords || access.isViewing)) return false;
  if (!access.can(descriptor, "read", { record, field })) return false;
  if (hasValue(record[field.name]) || !field.when) return true;
  return isConditionMet(field.when, record, { mode: "update", related: (path) => valueAtPath(record, path) });
}
