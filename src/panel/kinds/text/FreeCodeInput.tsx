import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { useGetList } from "react-admin";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { FormValuesContext, useFormValues } from "../controls/formValues.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { LocalPicker } from "../controls/LocalPicker.tsx";

/** All of the format `star-code`. */
const codes = Array.from({ length: 999 }, (_, index) => `*${String(index + 1).padStart(3, "0")}`);

/** A code that no other record uses; a new record defaults to the first free one. */
export function FreeCodeInput(props: InputProps): ReactNode {
  const { resource, path, field, value } = props;
  const { unique = [] } = field;
  const { isNew, begin } = use(FormValuesContext);
  const [initialCode] = useState(value);
  const within = useFormValues(unique);
  const { data, isFetching } = useGetList<PanelRecord>(
    resource,
    { pagination: { page: 1, perPage: codes.length }, sort: { field: "id", order: "ASC" }, filter: within },
    { enabled: unique.every((name) => hasValue(within[name])) },
  );
  const takenCodes = new Set(data?.map((record) => record[path]));
  const free = codes.filter((code) => code === initialCode || !takenCodes.has(code));
  const [first] = free;
  const isKnown = data !== undefined && !isFetching;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isNew || !isKnown || hasBegun.current) return;
    hasBegun.current = true;
    if (first !== undefined && !hasValue(value)) begin(path, first);
  }, [isNew, isKnown, first, value, path, begin]);
  return <LocalPicker {...props} options={free.map((code) => ({ value: code, label: code }))} />;
}
