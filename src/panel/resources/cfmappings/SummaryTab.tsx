import "./summary.css";
import Button from "@mui/material/Button";
import { useGetList, useLocale, useNavigate, useTranslate } from "react-admin";
import type { CalendarFormat } from "../../../core/calendarRange.ts";
import { serviceOf, spokenDestination } from "../../../core/callDestination.ts";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { formatDuration } from "../../../core/duration.ts";
import { calendarWords } from "../../kinds/calendarRange/Cell.tsx";
import { membersOf } from "../../kinds/controls/Members.tsx";
import { pathTo } from "../../paths.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { fieldKey } from "../../resource/labels.ts";
import { FactsSkeleton } from "../../views/details/FactsSkeleton.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { useRecord } from "../../views/details/useRecord.ts";
import { toReturn } from "../../views/form/detours.ts";
import { fieldId } from "../../views/form/fieldId.ts";
import { InlineSwitch } from "../../views/list/InlineSwitch.tsx";
import { Problem } from "../../views/Problem.tsx";
import { usePatchField } from "../../views/record/usePatchField.ts";

const resource = "cfmappings";
/** More sets of one kind than any subscriber has. */
const mostSets = 200;

/** A subscriber's call forwards as sentences, each with a switch. */
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

/** The forwards of one type, with their actions. */
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
        <dd className="forwards-ways">
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
        </dd>
      )}
    </div>
  );
}

/** A subscriber's sets by id; empty for users who may not read them. */
function useSets(name: string, subscriberId: PanelRecord["id"], isWanted: boolean): ReadonlyMap<number, PanelRecord> {
  const isAllowed = useAccess().can(summaryOf(name), "lookup");
  const { data = [] } = useGetList<PanelRecord>(
    name,
    {
      pagination: { page: 1, perPage: mostSets },
      sort: { field: "id", order: "ASC" },
      filter: { subscriber_id: subscriberId },
    },
    { enabled: isAllowed && isWanted },
  );
  return new Map(data.map((set) => [Number(set.id), set]));
}

type Forward = Readonly<Record<string, Json>>;

/** A subscriber's sets by id; a missing set is shown by its name. */
interface KnownSets {
  readonly destinations: ReadonlyMap<number, WireRecord>;
  readonly times: ReadonlyMap<number, WireRecord>;
}

interface Words {
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
  readonly locale: string;
}

/** In spoken order. */
const calendarParts: readonly (readonly [member: string, format: CalendarFormat])[] = [
  ["wday", "weekday-range"],
  ["hour", "hour-range"],
  ["minute", "minute-range"],
  ["mday", "day-range"],
  ["month", "month-range"],
  ["year", "year-range"],
];

/** One forward as a sentence: "To Voicemail for 5 min, Monday–Friday 08:00–17:59". */
function forwardSentence(forward: Forward, sets: KnownSets, words: Words): string {
  const { translate } = words;
  const parts = [
    translate("forwards.to", { destinations: destinationsOf(forward, sets, words) }),
    timesOf(forward, sets, words),
    forward.sourceset ? translate("forwards.callers", { name: forward.sourceset }) : "",
    forward.bnumberset ? translate("forwards.numbers", { name: forward.bnumberset }) : "",
    forward.use_redirection === true ? translate("forwards.redirection") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** In order of priority; those with the same priority ring together. */
function destinationsOf(forward: Forward, { destinations }: KnownSets, { translate, locale }: Words): string {
  const entries = entriesOf(destinations.get(Number(forward.destinationset_id))?.destinations);
  const name = String(forward.destinationset ?? forward.destinationset_id);
  if (entries.length === 0) return translate("forwards.set", { name });
  const priorities = [...new Set(entries.map(({ priority }) => Number(priority ?? 1)))].sort((a, b) => a - b);
  return priorities
    .map((priority) => {
      const together = entries.filter((entry) => Number(entry.priority ?? 1) === priority);
      return new Intl.ListFormat(locale).format(together.map((entry) => destinationOf(entry, { translate, locale })));
    })
    .reduce((first, next) => translate("forwards.then", { first, next }));
}

function destinationOf({ destination, timeout }: Forward, { translate, locale }: Words): string {
  const text = String(destination);
  const service = serviceOf(text);
  const name = service ? translate(`destinations.${service}`) : spokenDestination(text);
  return typeof timeout === "number"
    ? translate("forwards.for", { destination: name, time: formatDuration(timeout, locale) })
    : name;
}

function timesOf(forward: Forward, { times }: KnownSets, { translate, locale }: Words): string {
  if (!forward.timeset_id) return "";
  const said = entriesOf(times.get(Number(forward.timeset_id))?.times).map((time) =>
    calendarParts
      .filter(([member]) => typeof time[member] === "string")
      .map(([member, format]) => {
        const part = calendarWords(format, String(time[member]), locale);
        return member === "mday" ? translate("forwards.days", { days: part }) : part;
      })
      .join(" "),
  );
  const all = said.filter((text) => text !== "");
  if (all.length === 0) return translate("forwards.set", { name: forward.timeset });
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(all);
}

function entriesOf(value: Json | undefined): Forward[] {
  return (Array.isArray(value) ? value : []).map(membersOf);
}
