import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { actionKey } from "../../navigation/labels.ts";
import { toHref } from "../../navigation/recordPath.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { WhyButton } from "../explain/WhyButton.tsx";
import { keyProps } from "../recordActions/actionKeys.ts";
import { Glyph } from "../recordActions/Glyph.tsx";
import { missingRights, recordActions } from "../recordActions/recordActions.ts";
import { recordChangeLabel, recordChangeName, recordChanges } from "../recordActions/recordChanges.ts";
import type { RecordCommandName } from "../recordActions/useRecordCommands.tsx";
import styles from "./details.module.css";
import { HeaderFields } from "./HeaderFields.tsx";
import { RecordName } from "./RecordName.tsx";

const RowMenu = lazyPart(() => import("../list/RowMenu.tsx"), "RowMenu");

interface ShowHeaderProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly onCommand: (command: RecordCommandName) => void;
}

/** Header of a record: name, state, key facts and actions. */
export function ShowHeader({ descriptor, record, onCommand }: ShowHeaderProps) {
  const { name } = descriptor;
  const access = useAccess();
  const translate = useTranslate();
  const actions = recordActions(descriptor, access, record).filter((action) => action.name !== "details");
  const labelOf = (action: (typeof actions)[number]["name"]) =>
    translate(action === "remove" ? actionKey(name, "remove") : `views.record.menu.${action}`);
  const links = actions.flatMap((action) =>
    "path" in action ? [{ action: action.name, label: labelOf(action.name), href: toHref(action.path) }] : [],
  );
  const changes = recordChanges(descriptor, access, record).map((change) => ({
    action: recordChangeName(change),
    label: recordChangeLabel(translate, descriptor, change, record),
    onClick: () => onCommand(change),
    "aria-haspopup": "dialog" as const,
  }));
  const commands = actions.flatMap((action) => {
    if ("path" in action) return [];
    const look = action.name === "remove" ? ({ color: "error" } as const) : {};
    return [{ action: action.name, label: labelOf(action.name), onClick: () => onCommand(action.name), ...look }];
  });
  const buttons = [...links, ...changes, ...commands];
  const [missing] = missingRights(descriptor, access, record);
  return (
    <header className="row gap-12 across-24 top below-12">
      <div className={styles.name}>
        <RecordName descriptor={descriptor} record={record} heading="h1" />
        <HeaderFields descriptor={descriptor} record={record} />
      </div>
      <div className={`row ${styles.actions}`}>
        {buttons.map(({ action, label, ...props }) =>
          action === "copyLink" ? (
            <IconButton key={action} aria-label={label} {...props} {...keyProps(action, label)}>
              <Glyph name="copyLink" />
            </IconButton>
          ) : (
            <Button key={action} variant="outlined" {...props} {...keyProps(action, label)}>
              {label}
            </Button>
          ),
        )}
        {buttons.length > 2 && <MoreActions descriptor={descriptor} record={record} onCommand={onCommand} />}
        {missing && <WhyButton question={{ resource: name, right: missing, record }} />}
      </div>
    </header>
  );
}

/** On narrow screens, a menu of all actions in place of all buttons but the first; their keys stay. */
function MoreActions({ descriptor, record, onCommand }: ShowHeaderProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = recordTitle(descriptor.recordRepresentation, record);
  return (
    <>
      <Button
        className={styles.more}
        variant="outlined"
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={translate("views.record.actions", { title })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate("views.list.actions")}
      </Button>
      {anchor && <RowMenu {...{ descriptor, record, anchor, onCommand }} isOnPage onClose={() => setAnchor(null)} />}
    </>
  );
}
