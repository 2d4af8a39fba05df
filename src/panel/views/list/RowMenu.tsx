import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type KeyboardEvent, useState } from "react";
import { useStore, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { actionKey } from "../../navigation/labels.ts";
import { toHref } from "../../navigation/recordPath.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { WhyDialog } from "../explain/WhyDialog.tsx";
import { actionKeys, letterOf } from "../recordActions/actionKeys.ts";
import styles from "../recordActions/record.module.css";
import { missingRights, type RecordAction, recordActions } from "../recordActions/recordActions.ts";
import { recordChangeLabel, recordChangeName, recordChanges } from "../recordActions/recordChanges.ts";
import type { RecordCommandName } from "../recordActions/useRecordCommands.tsx";
import type { RowPosition } from "./rowOrder.ts";

interface RowMenuProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly anchor: HTMLElement;
  /** Present where rows can be moved. */
  readonly position?: RowPosition | undefined;
  /** The record's page is open. */
  readonly isOnPage?: boolean;
  readonly onCommand: (command: RecordCommandName) => void;
  readonly onClose: () => void;
}

const moves: readonly RecordAction[] = [{ name: "moveUp" }, { name: "moveDown" }];

/** All actions of a record; one menu shared by all rows of a list, anchored at the button that opened it. */
export function RowMenu({ descriptor, record, anchor, position, isOnPage, onCommand, onClose }: RowMenuProps) {
  const translate = useTranslate();
  const access = useAccess();
  const actions = recordActions(descriptor, access, record).filter(({ name }) => !isOnPage || name !== "details");
  const last = actions.filter(({ name }) => name === "remove");
  const otherActions = actions.filter(({ name }) => name !== "remove");
  const title = recordTitle(descriptor.recordRepresentation, record);
  const changes = recordChanges(descriptor, access, record);
  const [isKeyed] = useStore("preferences.keys", true);
  const [missing] = missingRights(descriptor, access, record);
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && missing) {
    return <WhyDialog question={{ resource: descriptor.name, right: missing, record }} onClose={onClose} />;
  }
  const run = (command: RecordCommandName) => {
    onClose();
    onCommand(command);
  };
  const toItem = (action: RecordAction) => {
    const { name } = action;
    const label = translate(name === "remove" ? actionKey(descriptor.name, "remove") : `views.record.menu.${name}`);
    const content = (
      <>
        <ListItemText>{label}</ListItemText>
        <KeyHint action={name} />
      </>
    );
    return "path" in action ? (
      <MenuItem
        key={name}
        component="a"
        href={toHref(action.path)}
        aria-keyshortcuts={actionKeys[name]}
        onClick={onClose}
      >
        {content}
      </MenuItem>
    ) : (
      <MenuItem
        key={name}
        className={name === "remove" ? "danger" : undefined}
        disabled={(name === "moveUp" && position?.isFirst) || (name === "moveDown" && position?.isLast)}
        aria-keyshortcuts={actionKeys[name]}
        onClick={() => run(action.name)}
      >
        {content}
      </MenuItem>
    );
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: {
          "aria-label": translate("views.record.actions", { title }),
          dense: true,
          ...(isKeyed ? { onKeyDownCapture: chooseByKey } : {}),
        },
      }}
    >
      {otherActions.map(toItem)}
      {changes.map((change) => (
        <MenuItem
          key={recordChangeName(change)}
          aria-keyshortcuts={actionKeys[recordChangeName(change)]}
          onClick={() => run(change)}
        >
          <ListItemText>{recordChangeLabel(translate, descriptor, change, record)}</ListItemText>
          <KeyHint action={recordChangeName(change)} />
        </MenuItem>
      ))}
      {[...(position ? moves : []), ...last].map(toItem)}
      {missing && (
        <MenuItem onClick={() => setIsAsking(true)} aria-haspopup="dialog" className="quiet">
          <ListItemText>{translate(`app.explain.menu.${missing}`)}</ListItemText>
        </MenuItem>
      )}
    </Menu>
  );
}

/** The item with the pressed key, rather than the next one that begins with the letter. */
function chooseByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = event.currentTarget.querySelectorAll<HTMLElement>("[aria-keyshortcuts]");
  const item = [...items].find((candidate) => candidate.getAttribute("aria-keyshortcuts") === event.key);
  if (!item || item.getAttribute("aria-disabled") === "true") return;
  event.preventDefault();
  event.stopPropagation();
  item.click();
}

function KeyHint({ action }: { readonly action: string }) {
  const key = letterOf(action);
  return key === undefined ? null : (
    <span className={`note ${styles.listMenuKey}`} aria-hidden="true">
      {key}
    </span>
  );
}
