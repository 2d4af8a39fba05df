import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { WhyButton } from "../../explain/WhyButton.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import { toHref } from "../../resource/addressOf.ts";
import { actionKey } from "../../resource/labels.ts";
import { withKey } from "../../texts.ts";
import { type CommandName, missingRights, recordActions } from "../record/recordActions.ts";
import { HeadFacts } from "./HeadFacts.tsx";
import { RecordName } from "./RecordName.tsx";

interface DetailsHeaderProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly onCommand: (command: CommandName) => void;
}

/** Header of a record: name, state, key facts and actions. */
export function DetailsHeader({ descriptor, record, onCommand }: DetailsHeaderProps) {
  const { name } = descriptor;
  const access = useAccess();
  const translate = useTranslate();
  const actions = recordActions(descriptor, access, record).filter((action) => action.name !== "details");
  const [missing] = missingRights(descriptor, access, record);
  return (
    <header className="details-header">
      <div className="details-name">
        <RecordName descriptor={descriptor} record={record} heading="h1" />
        <HeadFacts descriptor={descriptor} record={record} />
      </div>
      <div className="details-actions">
        {actions.map((action) =>
          "address" in action ? (
            <Button
              key={action.name}
              variant="outlined"
              href={toHref(action.address)}
              {...(action.name === "edit"
                ? { "aria-keyshortcuts": "e", title: withKey(translate("views.record.menu.edit"), "e") }
                : {})}
            >
              {translate(`views.record.menu.${action.name}`)}
            </Button>
          ) : (
            <Button
              key={action.name}
              variant="outlined"
              color={action.name === "remove" ? "error" : "primary"}
              onClick={() => onCommand(action.name)}
            >
              {translate(action.name === "remove" ? actionKey(name, "remove") : `views.record.menu.${action.name}`)}
            </Button>
          ),
        )}
        {missing && <WhyButton question={{ resource: name, right: missing, record }} />}
      </div>
    </header>
  );
}
