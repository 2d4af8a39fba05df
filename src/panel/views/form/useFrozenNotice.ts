import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { enumKey } from "../../navigation/labels.ts";
import { type PanelRecord, readText } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";

/** Says why this record cannot be changed; undefined if it can. */
export function useFrozenNotice(descriptor: ResourceDescriptor, record: PanelRecord): string | undefined {
  const translate = useTranslate();
  const access = useAccess();
  const state = [descriptor.readOnlyWhen, descriptor.hiddenWhen].find(
    (when) => when?.values.some((value) => value === record[when.field]) === true,
  );
  if (state) {
    const value = readText(record, state.field) ?? "";
    const status = translate(enumKey(descriptor.name, state.field, value), { _: value });
    return translate("forms.frozen.final", { status });
  }
  return access.can(descriptor, "update", { record }) ? undefined : translate("forms.frozen.noRight");
}
