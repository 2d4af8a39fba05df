import { useTranslate } from "ra-core";
import type { WireRecord } from "../../../core/descriptor.ts";
import { hasValue, valueAt } from "../../../core/valueAt.ts";
import { useResource } from "../../providers/resources.ts";
import { Problem } from "../Problem.tsx";
import { Facts } from "./Facts.tsx";
import { FactsSkeleton } from "./FactsSkeleton.tsx";
import { RelatedHead } from "./RelatedHead.tsx";
import { SettingsJournal } from "./SettingsJournal.tsx";
import { useRecord } from "./useRecord.ts";

interface ReferenceTabProps {
  readonly record: WireRecord;
  /** References to follow, `contract_id.contact_id`. */
  readonly path: string;
  /** What each of them leads to. */
  readonly resources: readonly string[];
}

/** What there is to know of a record that this one refers to, directly or through another one. */
export function ReferenceTab({ record, path, resources }: ReferenceTabProps) {
  const translate = useTranslate();
  const [name = "", ...rest] = path.split(".");
  const id = valueAt(record, path);
  if (isId(id)) return <RelatedRecord resource={resources.at(-1) ?? ""} id={id} />;
  const next = record[name];
  // Null is known to be nothing; what is not there lies behind a reference that nobody followed yet.
  if (id !== null && rest.length > 0 && isId(next)) {
    return <Further id={next} path={rest.join(".")} resources={resources} />;
  }
  return <p className="cell-quiet">{translate("details.nothing")}</p>;
}

/** Goes on from the first reference, on platforms that do not bring along what lies behind it. */
function Further({ id, path, resources: [resource = "", ...others] }: Omit<ReferenceTabProps, "record"> & { id: Id }) {
  const { descriptor } = useResource(resource);
  const { data, error, refetch } = useRecord(descriptor, String(id));
  if (error) return <RelatedProblem error={error} resource={resource} id={id} onRetry={() => void refetch()} />;
  return data ? <ReferenceTab record={data} path={path} resources={others} /> : <FactsSkeleton />;
}

/** All of one other record, with the ways to its own page and form. */
export function RelatedRecord({ resource, id }: { readonly resource: string; readonly id: Id }) {
  const { descriptor } = useResource(resource);
  const { data, error, refetch } = useRecord(descriptor, String(id));
  if (error) return <RelatedProblem error={error} resource={resource} id={id} onRetry={() => void refetch()} />;
  if (!data) return <FactsSkeleton />;
  const { settingsOf } = descriptor;
  return (
    <>
      <RelatedHead descriptor={descriptor} record={data} />
      <Facts descriptor={descriptor} record={data} {...(settingsOf ? { showsEmpty: true } : { isNested: true })} />
      {settingsOf && <SettingsJournal descriptor={descriptor} id={String(id)} />}
    </>
  );
}

type Id = string | number;

function isId(value: unknown): value is Id {
  return (typeof value === "number" || typeof value === "string") && hasValue(value);
}

interface RelatedProblemProps {
  readonly error: unknown;
  readonly resource: string;
  readonly id: Id;
  readonly onRetry: () => void;
}

function RelatedProblem({ error, resource, id, onRetry }: RelatedProblemProps) {
  return <Problem error={error} question={{ resource, right: "read", record: { id } }} onRetry={onRetry} />;
}
