import CloseIcon from "@mui/icons-material/Close";
import FilterListIcon from "@mui/icons-material/FilterList";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useListContext, useLocale, useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../../core/schema/descriptor.ts";
import { lazyPart } from "../../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import { useAccess } from "../../../providers/StartupDataContext.tsx";
import { MAX_BULK_RECORDS } from "../../bulk/bulkRecords.ts";
import { bulkActionText, useCounted } from "../../recordActions/actionTexts.ts";
import { type BulkAction, bulkActions } from "../../recordActions/bulkActions.ts";
import { activeFilter, isEstimate } from "../useListState.ts";
import styles from "./selectionBar.module.css";
import type { Selection } from "./useSelection.ts";

const BulkDialog = lazyPart(() => import("../../bulk/BulkDialog.tsx"), "BulkDialog");

interface SelectionBarProps {
  readonly descriptor: ResourceDescriptor;
  readonly selection: Selection;
  readonly boxRef: RefObject<HTMLElement | null>;
}

/** Replaces the list's header: the count of selected rows, a way to select more, and the bulk actions. */
export function SelectionBar({ descriptor, selection, boxRef }: SelectionBarProps): ReactNode {
  const list = useListContext<PanelRecord>();
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
          {canSelectAll && total <= MAX_BULK_RECORDS && (
            <Button size="small" onClick={selection.selectAll}>
              {countedAll("selectAll")}
            </Button>
          )}
          {canSelectAll && total > MAX_BULK_RECORDS && (
            <span className="quiet">{counted("bulk.bar.tooMany", MAX_BULK_RECORDS)}</span>
          )}
          <BulkActions {...{ descriptor, selection, boxRef }} />
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

/** The bulk actions that the user may take on the selected rows. */
function BulkActions({ descriptor, selection, boxRef }: SelectionBarProps): ReactNode {
  const list = useListContext<PanelRecord>();
  const translate = useTranslate();
  const access = useAccess();
  const [action, setAction] = useState<BulkAction | null>(null);
  const { data = [], total = 0 } = list;
  // Rows on the screen are newer than the selected snapshots.
  const newest = (row: PanelRecord) => data.find(({ id }) => id === row.id) ?? row;
  const finish = (remaining: readonly PanelRecord[] | null) => {
    setAction(null);
    if (remaining === null) return;
    selection.replace(remaining);
    if (remaining.length === 0) boxRef.current?.focus();
  };
  return (
    <>
      <span className={`row ${styles.actions}`}>
        {bulkActions(descriptor, access).map((offered) => {
          const verb = bulkActionText(translate, descriptor, offered);
          return (
            <Button
              key={verb}
              size="small"
              variant="outlined"
              color={offered.kind === "remove" ? "error" : "primary"}
              aria-haspopup="dialog"
              onClick={() => setAction(offered)}
            >
              {offered.kind === "field" && !offered.name ? translate("bulk.fieldMore") : verb}
            </Button>
          );
        })}
      </span>
      {action && (
        <BulkDialog
          descriptor={descriptor}
          action={action}
          source={
            selection.isAll
              ? { filter: activeFilter(list), total }
              : { records: [...selection.records.values()].map(newest) }
          }
          onClose={finish}
        />
      )}
    </>
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
