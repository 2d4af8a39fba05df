import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { formatDateTime } from "../../../core/values/dateTime.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";
import { previewRestore } from "../../providers/journal.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { requestErrorText } from "../requestErrorText.ts";
import { ComparedValues, UnrestoredValues } from "./ComparedValues.tsx";
import { isMoment, MomentInput } from "./MomentInput.tsx";
import { useRestore } from "./useRestore.ts";

interface RecordAsOfProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** The record as it was at a time of one's choice, compared with now. */
export function RecordAsOf({ descriptor, id }: RecordAsOfProps) {
  const translate = useTranslate();
  const [draft, setDraft] = useState<Json>(null);
  const [time, setTime] = useState<string | null>(null);
  const compare = () => {
    if (draft !== null && isMoment(draft)) setTime(new Date(draft).toISOString());
  };
  return (
    <>
      <form
        className="row across-16 middle below-12"
        onSubmit={(event) => {
          event.preventDefault();
          compare();
        }}
      >
        <div>
          <MomentInput id="journal-then" label={translate("history.then.label")} value={draft} onChange={setDraft} />
        </div>
        <Button type="submit" variant="outlined" disabled={draft === null}>
          {translate("history.then.compare")}
        </Button>
        {time !== null && <Button onClick={() => setTime(null)}>{translate("history.then.close")}</Button>}
      </form>
      {time !== null && (
        <Comparison key={time} descriptor={descriptor} id={id} time={time} onDone={() => setTime(null)} />
      )}
    </>
  );
}

interface ComparisonProps extends RecordAsOfProps {
  /** RFC 3339. */
  readonly time: string;
  readonly onDone: () => void;
}

function Comparison({ descriptor, id, time, onDone }: ComparisonProps) {
  const translate = useTranslate();
  const access = useAccess();
  const { data, error, isPending } = useQuery({
    queryKey: [descriptor.name, "then", id, time],
    queryFn: () => previewRestore(descriptor.name, id, { time }),
    gcTime: 0,
    retry: false,
  });
  const restoring = useRestore(descriptor, id, { time }, onDone);
  if (isPending) {
    return (
      <div role="status" aria-label={translate("history.loading")}>
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    );
  }
  if (error) return <Alert severity="error">{requestErrorText(translate, error)}</Alert>;
  const mayRestore = access.can(descriptor, "update", { record: { id: Number(id) } });
  return (
    <section className="card stack at-start below-16 pad-12-16" aria-live="polite">
      {!data.existed && <Alert severity="info">{translate("history.then.absent")}</Alert>}
      {data.values.length === 0 ? (
        <p>{translate("history.then.same")}</p>
      ) : (
        <ComparedValues
          descriptor={descriptor}
          values={data.values}
          oldLabel={translate("history.then.old")}
          caption={translate("history.then.caption", { time: formatDateTime(new Date(time), browserZone()) })}
        />
      )}
      <UnrestoredValues resource={descriptor.name} values={data.left} />
      {restoring.error && <Alert severity="error">{restoring.error.message}</Alert>}
      {mayRestore && data.values.length > 0 && (
        <Button variant="contained" loading={restoring.isPending} onClick={() => restoring.mutate({ etag: data.etag })}>
          {translate("history.then.restore")}
        </Button>
      )}
    </section>
  );
}
