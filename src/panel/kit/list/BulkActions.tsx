import CloseIcon from "@mui/icons-material/Close";
import FilterListIcon from "@mui/icons-material/FilterList";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { type ReactNode, useEffect, useState } from "react";
import { useListContext, useLocale, useNotify, useTranslate } from "react-admin";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCounted } from "../../providers/useCounted.ts";
import styles from "./bulkActions.module.css";
import { useListParts } from "./ListBase.tsx";
import { isEstimate } from "./useListState.ts";

interface BulkActionsProps {
  /** Buttons that act on the selected rows. */
  readonly children: ReactNode;
  /** Records that can be selected at most. */
  readonly limit?: number;
}

/** Replaces the list's header: the count of selected rows, a way to select more, and the bulk actions. */
export function BulkActions({ children, limit = Number.POSITIVE_INFINITY }: BulkActionsProps): ReactNode {
  const list = useListContext<PanelRecord>();
  const { selection, boxRef } = useListParts("BulkActions");
  const translate = useTranslate();
  const locale = useLocale();
  const counted = useCounted();
  const notify = useNotify();
  const [hasHead, setHasHead] = useState(false);
  const { data = [], total = 0 } = list;
  const { isAll, isEmpty, isDropped, records } = selection;
  const listed = new Set(data.map(({ id }) => id));
  const elsewhere = isAll ? 0 : [...records.keys()].filter((id) => !listed.has(id)).length;
  const countedAll = (key: "all" | "selectAll") => {
    const count = new Intl.NumberFormat(locale).format(total);
    return counted(
      `bulk.bar.${key}`,
      total,
      isEstimate(list) ? { count: translate("views.pager.about", { count }) } : {},
    );
  };
  const text = isEmpty
    ? translate("bulk.bar.nothing")
    : isAll
      ? countedAll("all")
      : counted("bulk.bar.count", records.size);
  // Live regions announce changes, not their initial content: the first text is set a moment later.
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(text), [text]);
  useEffect(() => {
    if (isDropped) notify("bulk.bar.dropped", { type: "info" });
  }, [isDropped, notify]);

  const clear = () => {
    selection.replace([]);
    // The focused button unmounts with the bar.
    boxRef.current?.focus();
  };
  const isPageFull = data.length > 0 && data.every(({ id }) => selection.has(id));
  const canSelectAll = isPageFull && !isAll && total > records.size && total > data.length;
  // The live region stays mounted, also when there is nothing else to show.
  return (
    <fieldset
      className={isEmpty ? "sr-only" : `row across-16 middle ${styles.bar}`}
      data-selection={isEmpty ? undefined : hasHead ? "with-head" : "alone"}
      aria-label={translate("bulk.bar.label")}
    >
      <span className={`gap-2 across-8 inline wrap baseline ${styles.count}`}>
        <output className="strong">{said}</output>
        {elsewhere > 0 && <span className="quiet">{counted("bulk.bar.elsewhere", elsewhere)}</span>}
      </span>
      {!isEmpty && (
        <>
          {canSelectAll && total <= limit && (
            <Button size="small" onClick={selection.selectAll}>
              {countedAll("selectAll")}
            </Button>
          )}
          {canSelectAll && total > limit && <span className="quiet">{counted("bulk.bar.tooMany", limit)}</span>}
          <span className={`row ${styles.actions}`}>{children}</span>
          <span className={`push unbroken ${styles.end}`}>
            <BarButton label={translate("bulk.bar.head")} isPressed={hasHead} onClick={() => setHasHead(!hasHead)}>
              <FilterListIcon fontSize="small" />
            </BarButton>
            <BarButton label={translate("bulk.bar.clear")} onClick={clear}>
              <CloseIcon fontSize="small" />
            </BarButton>
          </span>
        </>
      )}
    </fieldset>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function BarButton({ label, isPressed, onClick, children }: BarButtonProps): ReactNode {
  return (
    <IconButton aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      {children}
    </IconButton>
  );
}
