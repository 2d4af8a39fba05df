import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { WhyDialog } from "../../explain/WhyDialog.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { toHref } from "../../resource/addressOf.ts";
import { actionKey } from "../../resource/labels.ts";
import { type CommandName, missingRights, type RecordAction, recordActions } from "../record/recordActions.ts";
import type { Place } from "./ListRow.tsx";

interface RowMenuProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly anchor: HTMLElement;
  readonly canMove: boolean;
  readonly place: Place;
  readonly onCommand: (command: CommandName) => void;
  readonly onClose: () => void;
}

const moves: readonly RecordAction[] = [{ name: "moveUp" }, { name: "moveDown" }];

/** All actions of a row; one menu shared by all rows, anchored at the button that opened it. */
export function RowMenu({ descriptor, record, anchor, canMove, place, onCommand, onClose }: RowMenuProps) {
  const translate = useTranslate();
  const access = useAccess();
  const actions = recordActions(descriptor, access, record);
  const last = actions.filter(({ name }) => name === "remove");
  const others = actions.filter(({ name }) => name !== "remove");
  const title = recordTitle(descriptor.record, record);
  const [missing] = missingRights(descriptor, access, record);
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && missing) {
    return <WhyDialog question={{ resource: descriptor.name, right: missing, record }} onClose={onClose} />;
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { "aria-label": translate("views.record.actions", { title }), dense: true } }}
    >
      {[...others, ...(canMove ? moves : []), ...last].map((action) => {
        const label =
          action.name === "remove"
            ? translate(actionKey(descriptor.name, "remove"))
            : translate(`views.record.menu.${action.name}`);
        return "address" in action ? (
          <MenuItem key={action.name} component="a" href={toHref(action.address)} onClick={onClose}>
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ) : (
          <MenuItem
            key={action.name}
            className={action.name === "remove" ? "is-dangerous" : undefined}
            disabled={(action.name === "moveUp" && place.isFirst) || (action.name === "moveDown" && place.isLast)}
            onClick={() => {
              onClose();
              onCommand(action.name);
            }}
          >
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        );
      })}
      {missing && (
        <MenuItem onClick={() => setIsAsking(true)} aria-haspopup="dialog" sx={{ color: "text.secondary" }}>
          <ListItemText>{translate(`app.explain.menu.${missing}`)}</ListItemText>
        </MenuItem>
      )}
    </Menu>
  );
}
