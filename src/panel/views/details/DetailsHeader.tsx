import Button from "@mui/material/Button";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { statusField } from "../../../core/transitions.ts";
import { WhyButton } from "../../explain/WhyButton.tsx";
import { Value } from "../../kinds/Value.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { toHref } from "../../resource/addressOf.ts";
import { actionKey } from "../../resource/labels.ts";
import { hasValue, valueAt } from "../../resource/valueAt.ts";
import { columnsOf } from "../list/columns.ts";
import { missingRights } from "../record/missingRights.ts";
import { type CommandName, recordActions } from "../record/recordActions.ts";
import { useCellContext } from "../useCellContext.ts";
import { RecordName } from "./RecordName.tsx";

interface DetailsHeaderProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
  readonly onCommand: (command: CommandName) => void;
}

const factsAtMost = 4;

/** Who this is: name, state, the facts that its list shows first, and what one can do with it. */
export function DetailsHeader({ descriptor, record, onCommand }: DetailsHeaderProps) {
  const { name } = descriptor;
  const access = useAccess();
  const context = useCellContext(name, "details");
  const { translate } = context;
  const state = statusField(descriptor);
  const facts = columnsOf(descriptor, access)
    .filter(({ isTitle, isOptional, source }) => !isTitle && !isOptional && source !== "id" && source !== state)
    .filter(({ source }) => hasValue(valueAt(record, source)) && !isTitleOfReference(descriptor, source))
    .slice(0, factsAtMost);
  const actions = recordActions(descriptor, access, record).filter((action) => action.name !== "details");
  const [missing] = missingRights(descriptor, access, record);
  return (
    <header className="details-header">
      <div className="details-name">
        <RecordName descriptor={descriptor} record={record} heading="h1" />
        {facts.length > 0 && (
          <dl className="details-facts">
            {facts.map(({ source, kind, field, labelKey }) => (
              <div key={source}>
                <dt>{translate(labelKey)}</dt>
                <dd>
                  <Value
                    kind={kind}
                    value={valueAt(record, source)}
                    source={source}
                    record={record}
                    field={field}
                    context={context}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="details-actions">
        {actions.map((action) =>
          "address" in action ? (
            <Button key={action.name} variant="outlined" href={toHref(action.address)}>
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

/** `contact_id.email` where contacts are called by their e-mail: the overview says the same, and leads there. */
function isTitleOfReference({ fields }: ResourceDescriptor, source: string): boolean {
  const [name = "", ...rest] = source.split(".");
  const target = fields.find((field) => field.name === name && !field.internal)?.reference?.resource;
  return target !== undefined && summaryOf(target).record === `{${rest.join(".")}}`;
}
