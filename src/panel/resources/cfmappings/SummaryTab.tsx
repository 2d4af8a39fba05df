import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useLocale, useNavigate, useTranslate } from "ra-core";
import { formatDuration } from "../../../core/duration.ts";
import { pathTo } from "../../paths.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf, useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { fieldKey } from "../../resource/labels.ts";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { useRecord } from "../../views/details/useRecord.ts";
import { fieldId } from "../../views/form/fieldId.ts";
import { toReturn } from "../../views/form/journey.ts";
import { InlineSwitch } from "../../views/list/InlineSwitch.tsx";
import { Problem } from "../../views/Problem.tsx";
import { usePatchField } from "../../views/record/usePatchField.ts";
import { entriesOf, forwardSentence, type KnownSets } from "./sentence.ts";
import "./summary.css";

const resource = "cfmappings";
/** More sets of one kind than any subscriber has. */
const mostSets = 200;

/** What happens to a subscriber's calls, said in sentences, each forward with its switch. */
export function SummaryTab({ record: subscriber }: OwnTabProps) {
  const { descriptor } = useResource(resource);
  const { data, error, refetch } = useRecord(descriptor, String(subscriber.id));
  const types = descriptor.fields.filter(({ kind }) => kind === "list").map(({ name }) => name);
  const forwards = types.flatMap((type) => entriesOf(data?.[type]));
  const sets: KnownSets = {
    destinations: useSets("cfdestinationsets", subscriber.id, forwards.length > 0),
    times: useSets(
      "cftimesets",
      subscriber.id,
      forwards.some(({ timeset_id: id }) => id),
    ),
  };
  if (error) {
    const question = { resource, right: "read", record: { id: subscriber.id } } as const;
    return <Problem error={error} question={question} onRetry={() => void refetch()} />;
  }
  if (!data) return <FactsSkeleton />;
  return (
    <dl className="forwards">
      {types.map((type) => (
        <Forwards key={type} type={type} record={data} sets={sets} />
      ))}
    </dl>
  );
}

/** The forwards of one type, and the ways to change them. */
function Forwards({ type, record, sets }: { type: string; record: PanelRecord; sets: KnownSets }) {
  const translate = useTranslate();
  const locale = useLocale();
  const navigate = useNavigate();
  const { descriptor } = useResource(resource);
  const patch = usePatchField(descriptor);
  const canUpdate = useAccess().can(descriptor, "update", { record });
  const form = pathTo(resource, "edit", { parentId: record.id });
  const name = translate(fieldKey(resource, type));
  const forwards = entriesOf(record[type]);
  const rings = type === "cft" && forwards.length > 0 ? record.cft_ringtimeout : undefined;
  return (
    <div>
      <dt>
        {name}
        {typeof rings === "number" && (
          <span className="cell-quiet"> {translate("forwards.rings", { time: formatDuration(rings, locale) })}</span>
        )}
      </dt>
      <dd>
        {forwards.length === 0 && <p className="cell-quiet">{translate("forwards.none")}</p>}
        {forwards.map((forward, index) => {
          const sentence = forwardSentence(forward, sets, { translate, locale });
          const isOn = forward.enabled !== false;
          const flip = (enabled: boolean) =>
            patch(
              record,
              type,
              forwards.map((one, at) => (at === index ? { ...one, enabled } : { ...one })),
            );
          return (
            <p key={String(forward.cfm_id ?? index)} className={isOn ? undefined : "is-off"}>
              {canUpdate && (
                <InlineSwitch isOn={isOn} label={translate("forwards.switch", { name, sentence })} onFlip={flip} />
              )}
              <span>
                {sentence}
                {!isOn && <span className="cell-quiet"> {translate("forwards.off")}</span>}
              </span>
            </p>
          );
        })}
      </dd>
      {canUpdate && form && (
        <div className="forwards-ways">
          <Button
            size="small"
            aria-label={translate("forwards.editLabel", { name })}
            onClick={() => navigate(form, { state: toReturn({ fieldId: fieldId(`/${type}`) }) })}
          >
            {translate("views.record.menu.edit")}
          </Button>
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
        </div>
      )}
    </div>
  );
}

/** A subscriber's sets by id; none for those who may not read them. */
function useSets(name: string, subscriberId: PanelRecord["id"], isWanted: boolean): ReadonlyMap<number, PanelRecord> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const isAllowed = useAccess().can(summaryOf(name), "lookup");
  const { data = [] } = useQuery({
    queryKey: [name, "getList", "forwards", subscriberId],
    queryFn: async () => {
      const found = await dataProvider.getList<PanelRecord>(name, {
        pagination: { page: 1, perPage: mostSets },
        sort: { field: "id", order: "ASC" },
        filter: { subscriber_id: subscriberId },
      });
      return found.data;
    },
    enabled: isAllowed && isWanted,
  });
  return new Map(data.map((set) => [Number(set.id), set]));
}
