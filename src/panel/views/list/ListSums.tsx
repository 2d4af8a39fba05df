import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider, useListContext, useTranslate } from "react-admin";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { FieldValue } from "../../kinds/Value.tsx";
import { activeFilter, isEstimate } from "../../kit/list/useListState.ts";
import { fieldKey } from "../../navigation/labels.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { readText } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { useCellContext } from "../useCellContext.ts";
import { isColumnReadable } from "./columns.ts";
import styles from "./list.module.css";

/** A record with the sum; of amounts, one for each currency. */
function sumsOf({ name }: FieldDescriptor, sums: WireRecord): WireRecord[] {
  const sum = sums[name] ?? null;
  if (!isObject(sum)) return [{ [name]: sum }];
  return Object.entries(sum).map(([currency, amount]) => ({ [name]: amount, currency }));
}

interface ListSumsProps {
  readonly descriptor: ResourceDescriptor;
}

/** Sums over all filtered records. Where counting takes long, so does adding up: then only on request. */
export function ListSums({ descriptor }: ListSumsProps) {
  const { name } = descriptor;
  const access = useAccess();
  const translate = useTranslate();
  const context = useCellContext(name, "list");
  const dataProvider = useDataProvider<PanelDataProvider>();
  const list = useListContext();
  const filter = activeFilter(list);
  const filterText = JSON.stringify(filter);
  const [requested, setRequested] = useState<string>();
  const fields = (descriptor.list.sums ?? [])
    .filter((field) => isColumnReadable(descriptor, access, field))
    .flatMap((field) => descriptor.fields.find((candidate) => candidate.name === field) ?? []);
  const isEmpty = !list.data || list.data.length === 0;
  const isPossible = fields.length > 0 && hasExtension("sums") && !isEmpty;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, "sum", filterText],
    queryFn: ({ signal }) => dataProvider.sum(name, { filter, signal }),
    enabled: isPossible && (!isEstimate(list) || requested === filterText),
  });
  if (!isPossible) return null;
  const isOpen = data !== undefined && !error;
  return (
    <section
      className={`row gap-4 across-24 baseline pad-12-16 ${styles.sums}`}
      aria-label={translate("views.sums.label")}
      aria-busy={isFetching}
    >
      <b>{translate("views.sums.label")}</b>
      {isOpen ? (
        <dl className="pairs">
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{translate(fieldKey(name, field.name), { smart_count: 1 })}</dt>
              {sumsOf(field, data).map((record) => (
                <dd key={readText(record, "currency")}>
                  <FieldValue field={{ ...field, currency: ["currency"] }} record={record} context={context} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      ) : isFetching ? (
        <span role="status">{translate("views.sums.loading")}</span>
      ) : (
        <>
          {error && <span role="alert">{translate("views.sums.failed")}</span>}
          <button type="button" className="control" onClick={() => (error ? void refetch() : setRequested(filterText))}>
            {translate("views.sums.add")}
          </button>
        </>
      )}
    </section>
  );
}
