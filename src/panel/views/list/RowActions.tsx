import type { MouseEvent } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import styles from "../../kit/dataTable/table.module.css";
import icons from "../../kit/list/pagination.module.css";
import { toHref } from "../../navigation/recordPath.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { withKey } from "../../providers/texts.ts";
import { Glyph } from "../recordActions/Glyph.tsx";
import { type CommandName, type RecordAction, recordActions } from "../recordActions/recordActions.ts";
import type { RowOrder } from "./rowOrder.ts";

interface RowActionsProps {
  readonly record: PanelRecord;
  readonly descriptor: ResourceDescriptor;
  readonly access: Access;
  readonly order: RowOrder;
  readonly onMenu: (record: PanelRecord, button: HTMLElement) => void;
  readonly onCommand: (command: CommandName, record: PanelRecord) => void;
}

/** The frequent actions, shown while the row is hovered or focused; the menu button has all of them. */
export function RowActions({ record, descriptor, access, order, onMenu, onCommand }: RowActionsProps) {
  const translate = useTranslate();
  const title = recordTitle(descriptor.recordRepresentation, record);
  const { isFirst, isLast } = order.positionOf(record);
  const label = (name: RecordAction["name"]) => translate(`views.record.action.${name}`, { title });
  const moves = [
    { name: "moveUp", isEnd: isFirst },
    { name: "moveDown", isEnd: isLast },
  ] as const;
  const open = (event: MouseEvent<HTMLButtonElement>) => onMenu(record, event.currentTarget);
  return (
    <div className="flex at-end">
      {order.canMove &&
        moves.map(({ name, isEnd }) => (
          <button
            key={name}
            type="button"
            className={icons.icon}
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
              className={icons.icon}
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
        className={icons.icon}
        aria-haspopup="menu"
        aria-label={translate("views.record.actions", { title })}
        onClick={open}
      >
        <Glyph name="more" />
      </button>
    </div>
  );
}
