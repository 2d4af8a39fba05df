import Button from "@mui/material/Button";
import { useEventCallback } from "@mui/material/utils";
import { type ReactNode, useState } from "react";
import { useDataProvider, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { RecordOf } from "../../providers/rest.ts";
import styles from "./keyEditor.module.css";

interface KeyToolsProps {
  readonly canFill: boolean;
  readonly readOnly: boolean;
  readonly isSelecting: boolean;
  readonly onSelecting: (isOn: boolean) => void;
  /** Number of selected keys with an assignment. */
  readonly selected: number;
  readonly onSort: () => void;
  readonly onFill: (subscribers: readonly RecordOf<"subscribers">[]) => {
    readonly placed: number;
    readonly unplaced: number;
  };
  readonly onPrint: () => void;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Tools that change several keys at once and report what they did. */
export function KeyTools(props: KeyToolsProps): ReactNode {
  const { canFill, readOnly, isSelecting, onSelecting, selected, onSort, onPrint, children } = props;
  const translate = useTranslate();
  const [said, setSaid] = useState("");
  const loadSubscribers = useLoadSubscribers();
  const customer = useFormValue("customer_id");
  const [isLoading, setIsLoading] = useState(false);
  // The keys may have changed while the subscribers were loading, and the customer too.
  const fillKeys = useEventCallback((subscribers: readonly RecordOf<"subscribers">[], filledCustomer: Json) => {
    if (filledCustomer !== customer) return;
    const { placed, unplaced } = props.onFill(subscribers);
    const texts = [
      placed > 0 || unplaced === 0 ? translate("deviceKeys.filled", { smart_count: placed }) : "",
      unplaced > 0 ? translate("deviceKeys.left", { smart_count: unplaced }) : "",
    ];
    setSaid(texts.filter(Boolean).join(" "));
  });
  const fill = async () => {
    if (!hasValue(customer)) {
      setSaid(translate("deviceKeys.noCustomer"));
      return;
    }
    setIsLoading(true);
    try {
      fillKeys(await loadSubscribers(customer), customer);
    } catch {
      // The keys stay as they are, and the button can be pressed again.
      setSaid(translate("deviceKeys.failed"));
    }
    setIsLoading(false);
  };
  return (
    <>
      <div className="row">
        {!readOnly && (
          <>
            {canFill && (
              <Button size="small" variant="outlined" loading={isLoading} onClick={() => void fill()}>
                {translate("deviceKeys.fill")}
              </Button>
            )}
            <Button
              size="small"
              variant={isSelecting ? "contained" : "outlined"}
              aria-pressed={isSelecting}
              onClick={() => onSelecting(!isSelecting)}
            >
              {translate("deviceKeys.select")}
            </Button>
            <Button
              size="small"
              variant="outlined"
              disabled={selected < 2}
              onClick={() => {
                onSort();
                setSaid(translate("deviceKeys.sorted", { smart_count: selected }));
              }}
            >
              {translate("deviceKeys.sort")}
            </Button>
          </>
        )}
        <Button size="small" variant="outlined" onClick={onPrint}>
          {translate("deviceKeys.print")}
        </Button>
        {children}
      </div>
      <p role="status" className={`note ${styles.said}`}>
        {said}
      </p>
    </>
  );
}

/** Subscribers per request. */
const pageSize = 500;

/** Loads all subscribers of a customer. */
function useLoadSubscribers(): (customer: Json) => Promise<readonly RecordOf<"subscribers">[]> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return async (customer) => {
    const subscribers: RecordOf<"subscribers">[] = [];
    for (let page = 1; ; page++) {
      const { data, total = 0 } = await dataProvider.getList<RecordOf<"subscribers">>("subscribers", {
        pagination: { page, perPage: pageSize },
        sort: { field: "id", order: "ASC" },
        filter: { customer_id: customer },
        meta: { expand: [] },
      });
      subscribers.push(...data);
      if (data.length === 0 || subscribers.length >= total) return subscribers;
    }
  };
}
