import RefreshIcon from "@mui/icons-material/Refresh";
import ViewColumnIcon from "@mui/icons-material/ViewColumn";
import IconButton from "@mui/material/IconButton";
import { useMemo, useState } from "react";
import { useListContext, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { FilterValues } from "../../kinds/filter.ts";
import { useListPreferences } from "../../kit/list/useListState.ts";
import { lazyOptionalPart, lazyPart } from "../../providers/lazyComponent.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { type Column, shownColumns } from "./columns.ts";
import { criteriaOf } from "./criteria.ts";
import { FilterBar } from "./FilterBar.tsx";
import styles from "./list.module.css";
import { SearchBox } from "./SearchBox.tsx";
import { useChosenColumns } from "./savedViews/useChosenColumns.ts";

const ColumnMenu = lazyPart(() => import("./ColumnMenu.tsx"), "ColumnMenu");
/** Not before the rows have painted: their first frame waits for nothing that can come with the next. */
const ListExtras = lazyOptionalPart(() => import("./savedViews/ListExtras.tsx"), "ListExtras", ["lists"]);

interface ListHeadProps {
  readonly descriptor: ResourceDescriptor;
  readonly columns: readonly Column[];
  readonly owner?: string;
}

/** The controls for a list's rows and columns. */
export function ListHead({ descriptor, columns, owner }: ListHeadProps) {
  const list = useListContext();
  const translate = useTranslate();
  const [preferences, setPreferences] = useListPreferences(descriptor.name);
  const { chosen, choose } = useChosenColumns(descriptor.name, columns);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const values: FilterValues = list.filterValues;
  const access = useAccess();
  const criteria = useMemo(() => criteriaOf(descriptor, access, owner), [descriptor, access, owner]);
  const criterion = criteria.find(({ name }) => name === preferences.searchBy) ?? criteria[0];
  return (
    <div className={`row gap-4 across-8 middle pad-8 ${styles.head}`}>
      {criterion && (
        <SearchBox
          criteria={criteria}
          criterion={criterion}
          value={String(values[criterion.name] ?? "")}
          onSearch={(text) => list.setFilters({ ...values, [criterion.name]: text })}
          onCriterion={(name, text) => {
            setPreferences({ searchBy: name });
            // The text moves along: it now searches elsewhere, not in both fields.
            const { [criterion.name]: present, ...otherValues } = values;
            if (text !== "" || present !== undefined) list.setFilters({ ...otherValues, [name]: text });
          }}
        />
      )}
      <FilterBar descriptor={descriptor} owner={owner} searchedBy={criterion?.name} />
      <span className="push unbroken">
        <span className={`inline at-end ${styles.extras}`}>
          {list.data && <ListExtras descriptor={descriptor} columns={columns} owner={owner} />}
        </span>
        <IconButton
          aria-label={translate("views.list.columns")}
          title={translate("views.list.columns")}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <ViewColumnIcon fontSize="small" />
        </IconButton>
        <IconButton
          aria-label={translate("views.list.refresh")}
          title={translate("views.list.refresh")}
          onClick={() => void list.refetch()}
        >
          <RefreshIcon fontSize="small" />
        </IconButton>
      </span>
      {anchor && (
        <ColumnMenu
          anchor={anchor}
          columns={columns.filter(({ isTitle }) => !isTitle)}
          visibleColumns={shownColumns(columns, chosen)}
          onChoose={choose}
          onClose={() => setAnchor(null)}
        />
      )}
    </div>
  );
}
