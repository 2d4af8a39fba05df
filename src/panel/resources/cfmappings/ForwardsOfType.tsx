import Add from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { useId } from "react";
import { useLocale, useNavigate, useTranslate } from "react-admin";
import type { ForwardType } from "../../../core/telephony/callRouting/data.ts";
import { InlineSwitch } from "../../kit/dataTable/InlineSwitch.tsx";
import { actionKey, fieldKey } from "../../navigation/labels.ts";
import { pathTo } from "../../navigation/paths.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { fieldId } from "../../views/form/fieldId.ts";
import type { Detour } from "../../views/form/returnNavigation.ts";
import { usePatchField } from "../../views/recordActions/usePatchField.ts";
import type { StepEditing } from "./editing.ts";
import { ForwardFlow } from "./ForwardFlow.tsx";
import styles from "./forwards.module.css";
import { forwardSentence, type KnownSets } from "./forwards.ts";

const resource = "cfmappings";

/** Loaded with the texts of forms once a step is edited. */
const NewForward = lazyPart(() => import("./StepEditor.tsx"), "NewForward", ["forms", "rules"]);

interface ForwardsOfTypeProps {
  readonly type: ForwardType;
  readonly record: RecordOf<"cfmappings">;
  readonly sets: KnownSets;
  readonly editing: StepEditing;
}

/** The forwards of one type: each a switch, a sentence and its picture. */
export function ForwardsOfType({ type, record, sets, editing }: ForwardsOfTypeProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const id = useId();
  const access = useAccess();
  const { descriptor } = useResource(resource);
  const patch = usePatchField(descriptor);
  const canUpdate = access.can(descriptor, "update", { record });
  const form = pathTo(resource, "edit", { parentId: record.id });
  const name = translate(fieldKey(resource, type));
  const forwards = record[type] ?? [];
  const canAdd = forwards.length === 0 && access.can(summaryOf("callforwards"), "update");
  const isAdding = editing.open === type;
  return (
    <section className="shrink pad-12-16" aria-labelledby={id}>
      <div className={`row gap-4 across-16 middle ${styles.head}`}>
        <h2 id={id}>{name}</h2>
        {forwards.length === 0 && <p className="quiet">{translate("forwards.none")}</p>}
        {forwards.length > 1 && <p className="quiet">{translate("forwards.firstApplies")}</p>}
        {canUpdate && form && (
          <div className="row gap-4 push">
            {canAdd && (
              <Button
                size="small"
                startIcon={<Add />}
                data-step={type}
                aria-expanded={isAdding}
                aria-label={`${name}: ${translate(actionKey(resource, "add"))}`}
                onClick={() => editing.toggle(type)}
              >
                {translate(actionKey(resource, "add"))}
              </Button>
            )}
            {forwards.length > 0 && (
              <Button
                size="small"
                color="error"
                aria-label={translate("forwards.resetLabel", { name })}
                onClick={() => void patch(record, type, [])}
              >
                {translate("forwards.reset")}
              </Button>
            )}
            <Button
              size="small"
              aria-label={translate("forwards.editLabel", { name })}
              onClick={() => navigate(form, { state: { cameBack: { fieldId: fieldId(`/${type}`) } } satisfies Detour })}
            >
              {translate("views.record.menu.edit")}
            </Button>
          </div>
        )}
      </div>
      {isAdding && <NewForward type={type} name={name} subscriberId={record.id} editing={editing} />}
      {forwards.length > 0 && (
        <ol className={`divided ${styles.list}`}>
          {forwards.map((forward, index) => {
            const sentence = forwardSentence(forward, sets, { translate, locale });
            const isOn = forward.enabled !== false;
            const flip = (enabled: boolean) =>
              patch(
                record,
                type,
                forwards.map((entry, position) => (position === index ? { ...entry, enabled } : entry)),
              );
            return (
              <li key={forward.cfm_id ?? index} className={isOn ? undefined : styles.isOff}>
                <p className={`flex gap-8 top anywhere ${isOn ? "" : "quiet"} ${styles.sentence}`}>
                  {canUpdate && (
                    <InlineSwitch isOn={isOn} label={translate("forwards.switch", { name, sentence })} onFlip={flip} />
                  )}
                  <span>
                    {sentence}
                    {!isOn && <span className="quiet"> {translate("forwards.off")}</span>}
                  </span>
                </p>
                <ForwardFlow
                  keyPrefix={`${type}/${index}`}
                  label={translate("forwards.switch", { name, sentence })}
                  forward={forward}
                  position={{ mappings: record, type, index }}
                  isRinging={type === "cft"}
                  canUpdate={canUpdate}
                  sets={sets}
                  editing={editing}
                />
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
