import { type MouseEvent, memo } from "react";
import { RecordContextProvider } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { NumberPattern } from "../../kinds/phoneNumber/NumberPattern.tsx";
import { NumberText } from "../../kinds/phoneNumber/NumberText.tsx";
import { cells, Value } from "../../kinds/Value.tsx";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { withKey } from "../../providers/texts.ts";
import { Glyph } from "../recordActions/Glyph.tsx";
import { type CommandName, canChangeField, type RecordAction, recordActions } from "../recordActions/recordActions.ts";
import type { Column } from "./columns.ts";
import { InlineCell } from "./InlineCell.tsx";
import listStyles from "./list.module.css";
import type { RowPosition } from "./rowOrder.ts";
import { SelectRow } from "./selection/SelectCells.tsx";
import styles from "./table.module.css";

/** Rare, so first lists do not wait for it. */
const Secret = lazyPart(() => import("../Secret.tsx"), "Secret");

/** Props that all rows of a list share; a stable object across renders, so that memoized rows do not re-render. */
export interface RowParts {
  readonly descriptor: ResourceDescriptor;
  readonly columns: readonly Column[];
  readonly context: CellContext;
  readonly access: Access;
  /** The list is in the order that moving changes. */
  readonly canMove: boolean;
  readonly onMenu: (record: PanelRecord, button: HTMLElement) => void;
  readonly onCommand: (command: CommandName, record: PanelRecord) => void;
  readonly onPatch: (record: PanelRecord, field: string, value: Json) => Promise<void>;
  /** Absent: there are no bulk actions. */
  readonly onSelect?: (record: PanelRecord, isRange: boolean) => void;
}

export interface RowProps extends RowParts {
  readonly record: PanelRecord;
}

export interface CellProps extends RowProps {
  readonly title: string;
}

interface ListRowProps extends RowProps, RowPosition {
  readonly isSelected: boolean;
  /** It was created on the way to this list, and stands out. */
  readonly isCreated: boolean;
}

export const ListRow = memo(function ListRow({
  record,
  isSelected,
  isCreated,
  isFirst,
  isLast,
  ...parts
}: ListRowProps) {
  const { descriptor, columns, access, context, onSelect } = parts;
  const title = recordTitle(descriptor.recordRepresentation, record);
  const canRead = access.can(descriptor, "read", { record });
  const path = canRead ? recordPath(descriptor.name, "details", record) : null;
  return (
    <RecordContextProvider value={record}>
      <tr data-id={record.id} data-created={isCreated || undefined}>
        {onSelect && (
          <SelectRow
            label={context.translate("views.list.select", { title })}
            isSelected={isSelected}
            onToggle={(isRange) => onSelect(record, isRange)}
          />
        )}
        {columns.map((column) =>
          column.isTitle ? (
            <th key={column.source} scope="row" className={styles.title}>
              {path ? (
                <a href={toHref(path)}>
                  <Name title={title} column={column} record={record} context={context} />
                </a>
              ) : (
                <Name title={title} column={column} record={record} context={context} />
              )}
              {descriptor.dialTemplate !== undefined && <Dial number={recordTitle(descriptor.dialTemplate, record)} />}
            </th>
          ) : (
            <td
              key={column.source}
              className={column.source === "id" ? "quiet" : undefined}
              data-align={cells[column.kind].align}
              data-label={context.translate(column.labelKey, { smart_count: 1 })}
            >
              <CellValue column={column} record={record} title={title} {...parts} />
            </td>
          ),
        )}
        <td className={styles.actions}>
          <RowActions record={record} title={title} isFirst={isFirst} isLast={isLast} {...parts} />
        </td>
      </tr>
    </RecordContextProvider>
  );
});

interface NameProps extends Pick<CellProps, "context" | "record"> {
  readonly title: string;
  readonly column: Column;
}

/** The name of a record; the numbers in it in groups. */
function Name({ title, column, record, context }: NameProps) {
  const { pattern } = column;
  if (pattern) return <NumberPattern text={title} field={pattern} record={record} context={context} />;
  if (!column.isNumber) return title;
  const words = title.split(/( )/);
  // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key
  return words.map((word, index) => <NumberText key={index} text={word} isInside={index < words.length - 1} />);
}

/** A record's value of a column, to be changed in place where it may be. */
export function CellValue(props: CellProps & { column: Column }) {
  const { column, record, title, descriptor, context, access, onPatch } = props;
  const { source, kind, field } = column;
  if (column.isInline && field && cells[kind].isInline && canChangeField(descriptor, access, record, field)) {
    return (
      <InlineCell
        column={column}
        record={record}
        title={title}
        context={context}
        onSave={(changed) => onPatch(record, source, changed)}
      />
    );
  }
  if (field?.secret) {
    return <Secret field={field} record={record} context={context} />;
  }
  const value = valueAtPath(record, source);
  const { digits } = column;
  return <Value {...{ kind, value, source, record, field, context, digits }} />;
}

/** The frequent actions, shown while the row is hovered or focused; the menu button has all of them. */
function RowActions(props: CellProps & RowPosition) {
  const { record, title, descriptor, context, access, canMove, isFirst, isLast, onMenu, onCommand } = props;
  const { translate } = context;
  const label = (name: RecordAction["name"]) => translate(`views.record.action.${name}`, { title });
  const moves = [
    { name: "moveUp", isEnd: isFirst },
    { name: "moveDown", isEnd: isLast },
  ] as const;
  const open = (event: MouseEvent<HTMLButtonElement>) => onMenu(record, event.currentTarget);
  return (
    <div className="flex at-end">
      {canMove &&
        moves.map(({ name, isEnd }) => (
          <button
            key={name}
            type="button"
            className={listStyles.icon}
            data-command={name}
            title={label(name)}
            aria-label={label(name)}
            // Not `disabled`: after moving a row to the end the button keeps the focus.
            aria-disabled={isEnd}
            onClick={() => isEnd || onCommand(name, record)}
          >
            <Glyph name={name} />
          </button>
        ))}
      <span className={`flex middle absolute sunken ${styles.shy}`}>
        {recordActions(descriptor, access, record).map((action) =>
          action.name === "edit" || action.name === "preferences" ? (
            <a
              key={action.name}
              className={listStyles.icon}
              href={toHref(action.path)}
              title={action.name === "edit" ? withKey(label(action.name), "e") : label(action.name)}
              aria-label={label(action.name)}
              aria-keyshortcuts={action.name === "edit" ? "e" : undefined}
            >
              <Glyph name={action.name} />
            </a>
          ) : null,
        )}
      </span>
      <button
        type="button"
        className={listStyles.icon}
        aria-haspopup="menu"
        aria-label={translate("views.record.actions", { title })}
        onClick={open}
      >
        <Glyph name="more" />
      </button>
    </div>
  );
}
