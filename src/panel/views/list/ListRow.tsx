import { lazy, type MouseEvent, memo, Suspense } from "react";
import { RecordContextProvider } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { CellContext } from "../../kinds/cell.ts";
import { Dial } from "../../kinds/phoneNumber/Dial.tsx";
import { cells, Value } from "../../kinds/Value.tsx";
import type { Access } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { addressOf, toHref } from "../../resource/addressOf.ts";
import { withKey } from "../../texts.ts";
import { Glyph } from "../record/Glyph.tsx";
import { type CommandName, canChangeField, type RecordAction, recordActions } from "../record/recordActions.ts";
import type { Column } from "./columns.ts";
import { InlineCell, isInlineKind } from "./InlineCell.tsx";
import { SelectRow } from "./selection/SelectCells.tsx";

/** Rare, so first lists do not wait for it. */
const Secret = lazy(async () => ({ default: (await import("../Secret.tsx")).Secret }));

/** What all rows of a list share; a stable object across renders, so that memoized rows do not re-render. */
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

interface RowProps extends RowParts {
  readonly record: PanelRecord;
}

/** Whether a row is first or last of those it moves among. */
export interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

interface ListRowProps extends RowProps, Place {
  readonly isSelected: boolean;
}

/** Longer texts may be truncated: they get a tooltip. */
const longText = 16;

export const ListRow = memo(function ListRow({ record, isSelected, isFirst, isLast, ...parts }: ListRowProps) {
  const { descriptor, columns, access, context, onSelect } = parts;
  const title = recordTitle(descriptor.record, record);
  const canRead = access.can(descriptor, "read", { record });
  const address = canRead ? addressOf(descriptor.name, "details", record) : null;
  return (
    <RecordContextProvider value={record}>
      <tr data-id={record.id}>
        {onSelect && (
          <SelectRow
            label={context.translate("views.list.select", { title })}
            isSelected={isSelected}
            onToggle={(isRange) => onSelect(record, isRange)}
          />
        )}
        {columns.map((column) =>
          column.isTitle ? (
            <th
              key={column.source}
              scope="row"
              className="list-title"
              title={title.length > longText ? title : undefined}
            >
              {address ? <a href={toHref(address)}>{title}</a> : title}
              {descriptor.dial !== undefined && <Dial number={recordTitle(descriptor.dial, record)} />}
            </th>
          ) : (
            <DataCell key={column.source} column={column} record={record} title={title} {...parts} />
          ),
        )}
        <td className="list-actions">
          <RowActions record={record} title={title} isFirst={isFirst} isLast={isLast} {...parts} />
        </td>
      </tr>
    </RecordContextProvider>
  );
});

interface CellProps extends RowProps {
  readonly title: string;
}

function DataCell({ column, record, title, descriptor, context, access, onPatch }: CellProps & { column: Column }) {
  const { source, kind, field } = column;
  const value = valueAt(record, source);
  const isInline = column.isInline && field && isInlineKind(kind) && canChangeField(descriptor, access, record, field);
  return (
    <td
      className={classOf(column)}
      data-label={context.translate(column.labelKey, { smart_count: 1 })}
      title={typeof value === "string" && value.length > longText ? value : undefined}
    >
      {isInline ? (
        <InlineCell
          column={column}
          record={record}
          title={title}
          context={context}
          onSave={(changed) => onPatch(record, source, changed)}
        />
      ) : field?.secret ? (
        <Suspense>
          <Secret field={field} record={record} context={context} />
        </Suspense>
      ) : (
        <Value kind={kind} value={value} source={source} record={record} field={field} context={context} />
      )}
    </td>
  );
}

/** The frequent actions, shown while the row is hovered or focused; the menu button has all of them. */
function RowActions(props: CellProps & Place) {
  const { record, title, descriptor, context, access, canMove, isFirst, isLast, onMenu, onCommand } = props;
  const { translate } = context;
  const label = (name: RecordAction["name"]) => translate(`views.record.action.${name}`, { title });
  const moves = [
    { name: "moveUp", isEnd: isFirst },
    { name: "moveDown", isEnd: isLast },
  ] as const;
  const open = (event: MouseEvent<HTMLButtonElement>) => onMenu(record, event.currentTarget);
  return (
    <div className="list-row-actions">
      {canMove &&
        moves.map(({ name, isEnd }) => (
          <button
            key={name}
            type="button"
            className="list-icon"
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
      <span className="list-shy">
        {recordActions(descriptor, access, record).map((action) =>
          action.name === "edit" || action.name === "preferences" ? (
            <a
              key={action.name}
              className="list-icon"
              href={toHref(action.address)}
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
        className="list-icon"
        aria-haspopup="menu"
        aria-label={translate("views.record.actions", { title })}
        onClick={open}
      >
        <Glyph name="more" />
      </button>
    </div>
  );
}

function classOf({ source, kind }: Column): string | undefined {
  const names = [cells[kind].align === "end" && "is-end", source === "id" && "is-quiet"].filter(Boolean);
  return names.length > 0 ? names.join(" ") : undefined;
}
