import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { FormOverride } from "../../views/form/override.ts";

/** A limit is cleared last: the lock and the alerts need it. */
const periods = ["interval", "daily"].map((part) => ["notify", "lock", "limit"].map((name) => `fraud_${part}_${name}`));

export const form: FormOverride<"customerfraudpreferences"> = {
  toWire: (values, { record = {} }) => ({ record: values, patches: clearAbsentPeriods(values, record) }),
};

/** The platform keeps a period that an update leaves out, so its fields are cleared one by one. */
function clearAbsentPeriods(values: WireRecord, record: WireRecord) {
  return periods
    .filter((fields) => !fields.some((field) => hasValue(values[field])))
    .flat()
    .filter((field) => hasValue(record[field]))
    .map((field) => ({ field, value: null }));
}
