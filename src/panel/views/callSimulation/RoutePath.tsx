import Alert from "@mui/material/Alert";
import { useTranslate } from "react-admin";
import type { RoutedCall } from "../../../core/telephony/callRouting/callTrace.ts";
import type { RecordName } from "../../../core/telephony/callRouting/data.ts";
import type { Mismatch, RoutingStep } from "../../../core/telephony/callRouting/steps.ts";
import { nameKey } from "../../navigation/labels.ts";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { CopyButton } from "../CopyButton.tsx";
import styles from "./callSimulation.module.css";
import { useRouteTexts } from "./useRouteTexts.ts";

/** Shows the path of a call: how it ends, then a box for each step. */
export function RoutePath({ call }: { readonly call: RoutedCall }) {
  const texts = useRouteTexts();
  const isRejected = call.ending === "rejected";
  return (
    <>
      <Alert severity={isRejected ? "warning" : "success"} action={<CopyButton text={() => texts.plainText(call)} />}>
        {texts.ending(call)}
      </Alert>
      <RouteSteps call={call} />
    </>
  );
}

/** A box for each step, in order. */
export function RouteSteps({ call }: { readonly call: RoutedCall }) {
  const translate = useTranslate();
  return (
    <ol className="stack gap-16 above-16" aria-label={translate("routing.path")}>
      {call.steps
        .filter(({ kind }) => kind !== "end")
        .map((step, index) => (
          // Steps have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <StepBox key={index} step={step} />
        ))}
    </ol>
  );
}

function StepBox({ step }: { readonly step: RoutingStep }) {
  const translate = useTranslate();
  const texts = useRouteTexts();
  const { kind, leg, record, pattern, others, more = 0 } = step;
  const change = texts.change(step);
  return (
    <li
      className={`card stack gap-2 relative pad-12-16 anywhere ${styles.step} ${texts.isRejection(step) ? styles.isRefused : ""}`}
    >
      <h2>
        {translate(`routing.kinds.${kind}`)}
        {leg > 0 && <span className="quiet normal pad-inline-8">{translate("routing.leg", { leg })}</span>}
      </h2>
      <p>{texts.outcome(step)}</p>
      {change && (
        <p>
          <code>{change.from}</code> → <code>{change.to}</code>
        </p>
      )}
      {(record || pattern) && (
        <p className="row gap-2 across-16">
          {record && <RoutedRecordLink record={record} />}
          {pattern && <code>{pattern}</code>}
        </p>
      )}
      {others.length > 0 && (
        <details>
          <summary>{translate("routing.others", { smart_count: others.length + more })}</summary>
          <ul>
            {others.map((mismatch, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <Other key={index} mismatch={mismatch} />
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Other({ mismatch }: { readonly mismatch: Mismatch }) {
  const texts = useRouteTexts();
  return (
    <li className="row gap-2 across-16">
      {mismatch.record ? <RoutedRecordLink record={mismatch.record} /> : mismatch.text && <code>{mismatch.text}</code>}
      <span>{texts.mismatch(mismatch)}</span>
    </li>
  );
}

/** The name of a record's resource, and its title as a link. */
function RoutedRecordLink({ record: { resource, id, title, parentId } }: { readonly record: RecordName }) {
  const translate = useTranslate();
  const parent = summaryOf(resource).parent?.reference;
  const ids = parent === undefined ? { id } : { id, [parent]: parentId ?? null };
  const path = recordPagePath(resource, ids);
  return (
    <span>
      {translate(nameKey(resource), { smart_count: 1 })} <a href={path ? toHref(path) : undefined}>{title}</a>
    </span>
  );
}
