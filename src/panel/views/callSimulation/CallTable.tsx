import Chip from "@mui/material/Chip";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { ComparedCall, RoutedCall } from "../../../core/telephony/callRouting/callTrace.ts";
import { DataTable } from "../../kit/dataTable/DataTable.tsx";
import styles from "./callSimulation.module.css";
import { RouteSteps } from "./RoutePath.tsx";
import { useRouteTexts } from "./useRouteTexts.ts";

/** A call that was run, and the outcome that its test expects; null: none yet; undefined: it is of no test. */
export interface RunCall extends ComparedCall {
  readonly expected?: string | null;
}

/** A call with what its test expects. */
export function withExpected(call: ComparedCall, { expected }: WireRecord = {}): RunCall {
  return expected === undefined ? call : { ...call, expected: typeof expected === "string" ? expected : null };
}

const Column = DataTable.Col<RunCall>;

/** Calls and how they end, a line each: now, with a change, and as expected. Each path opens below its end. */
export function CallTable({ calls, label }: { readonly calls: readonly RunCall[]; readonly label: string }) {
  const isCompared = calls.some(({ changed }) => changed !== null);
  const isTest = calls.some(({ expected }) => expected !== undefined);
  return (
    <div className="above-16 scroll">
      <DataTable data={calls} className={`table ${styles.callTable}`} aria-label={label}>
        <Column isTitle label="routing.runs.call" render={numbersOf} />
        <Column label={`routing.runs.${isCompared ? "now" : "result"}`} render={({ now }) => <CallEnd call={now} />} />
        {isCompared && <Column label="routing.runs.changed" render={(call) => <ChangedEnd call={call} />} />}
        {isTest && <Column label="routing.runs.expected" render={(call) => <Expectation call={call} />} />}
      </DataTable>
    </div>
  );
}

/** Whether the call would end differently with the change. */
export const isChanged = ({ now, changed }: ComparedCall): boolean =>
  changed !== null && changed.outcome !== now.outcome;

const numbersOf = ({ now: { numbers } }: RunCall) => (
  <>
    <code>{numbers.caller}</code> → <code>{numbers.callee}</code>
  </>
);

/** Shows how a call ends with the change. */
function ChangedEnd({ call }: { readonly call: RunCall }) {
  const translate = useTranslate();
  const isOther = isChanged(call);
  return (
    <>
      {isOther && <Chip size="small" color="warning" label={translate("routing.runs.isChanged")} className="beside" />}
      {call.changed && <CallEnd call={call.changed} isSame={!isOther} />}
    </>
  );
}

interface CallEndProps {
  readonly call: RoutedCall;
  /** It ends as it does in the column before. */
  readonly isSame?: boolean;
}

/** Shows how a call ends, with the number that is sent on; its path opens below. */
function CallEnd({ call, isSame = false }: CallEndProps) {
  const translate = useTranslate();
  const texts = useRouteTexts();
  const { callee, callee_in, callee_out } = call.numbers;
  const number = call.reason === null ? (callee_out ?? callee_in) : null;
  return (
    <details>
      {isSame ? (
        <summary className="quiet">{translate("routing.runs.same")}</summary>
      ) : (
        <summary>
          {texts.ending(call)} {number !== null && number !== callee && <code>{number}</code>}
        </summary>
      )}
      <RouteSteps call={call} />
    </details>
  );
}

function Expectation({ call: { now, changed, expected = null } }: { readonly call: RunCall }) {
  const translate = useTranslate();
  const { outcome } = changed ?? now;
  if (expected === null) return <span className="quiet">{translate("routing.runs.nothingExpected")}</span>;
  const isMet = expected === outcome;
  return (
    <>
      <Chip
        size="small"
        className="beside"
        color={isMet ? "success" : "error"}
        label={translate(isMet ? "routing.runs.asExpected" : "routing.runs.differs")}
      />
      {!isMet && <code>{expected}</code>}
    </>
  );
}
