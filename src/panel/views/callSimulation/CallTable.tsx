import Chip from "@mui/material/Chip";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { ComparedCall, RoutedCall } from "../../../core/telephony/callRouting/callTrace.ts";
import { TableHead } from "../../ui/TableHead.tsx";
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

/** Calls and how they end, a line each: now, with a change, and as expected. Each path opens below its end. */
export function CallTable({ calls, label }: { readonly calls: readonly RunCall[]; readonly label: string }) {
  const translate = useTranslate();
  const isCompared = calls.some(({ changed }) => changed !== null);
  const isTest = calls.some(({ expected }) => expected !== undefined);
  return (
    <div className="above-16 scroll">
      <table className={`table ${styles.callTable}`} aria-label={label}>
        <TableHead
          headings={[
            translate("routing.runs.call"),
            translate(isCompared ? "routing.runs.now" : "routing.runs.result"),
            isCompared && translate("routing.runs.changed"),
            isTest && translate("routing.runs.expected"),
          ]}
        />
        <tbody>
          {calls.map((call, index) => (
            // Two calls may be alike.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
            <CallRow key={index} {...{ call, isCompared, isTest }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether the call would end differently with the change. */
export const isChanged = ({ now, changed }: ComparedCall): boolean =>
  changed !== null && changed.outcome !== now.outcome;

interface CallRowProps {
  readonly call: RunCall;
  readonly isCompared: boolean;
  readonly isTest: boolean;
}

function CallRow({ call, isCompared, isTest }: CallRowProps) {
  const translate = useTranslate();
  const { now, changed, expected } = call;
  const isOther = isChanged(call);
  return (
    <tr>
      <th scope="row">
        <code>{now.numbers.caller}</code> → <code>{now.numbers.callee}</code>
      </th>
      <td>
        <CallEnd call={now} />
      </td>
      {isCompared && (
        <td>
          {isOther && (
            <Chip size="small" color="warning" label={translate("routing.runs.isChanged")} className="beside" />
          )}
          {changed && <CallEnd call={changed} isSame={!isOther} />}
        </td>
      )}
      {isTest && (
        <td>
          <Expectation expected={expected ?? null} outcome={(changed ?? now).outcome} />
        </td>
      )}
    </tr>
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

function Expectation({ expected, outcome }: { readonly expected: string | null; readonly outcome: string }) {
  const translate = useTranslate();
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
