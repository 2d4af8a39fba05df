import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider, useStore, useTranslate } from "react-admin";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { CreateRelatedContext } from "../../kinds/controls/formValues.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { compareCalls, MAX_CALLS } from "../../providers/callSimulation.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { type ErrorMessageContext, errorMessage } from "../form/errorMessages.ts";
import { generalTexts, readRefusal, serverFieldErrors } from "../form/serverErrors.ts";
import { useErrorMessageContext } from "../form/useProblemContext.ts";
import { CallTable, isChanged, type RunCall, withExpected } from "./CallTable.tsx";

/** The call that is tried, the same on every form. */
interface SimulatedCall {
  readonly numbers: string;
  readonly caller: string;
  readonly caller_subscriber_id: number | null;
  readonly routing_test_id: number | null;
}

const nothing: SimulatedCall = { numbers: "", caller: "", caller_subscriber_id: null, routing_test_id: null };

const reference = <Name extends keyof SimulatedCall>(name: Name, resource: string, search: string) =>
  ({ name, kind: "reference", required: false, reference: { resource, search, expand: true } }) as const;
const subscriber = reference("caller_subscriber_id", "subscribers", "username");
const test = reference("routing_test_id", "routingtests", "name");

interface TryOutProps {
  readonly resource: string;
  readonly id: Json | undefined;
  /** Calls back with the record that saving would send, or marks what is wrong in the form and says it, by field. */
  readonly readForm: (onValid: (record: WireRecord) => void, onInvalid: (texts: readonly string[]) => void) => void;
}

/** Shows how calls are routed now, and how they would be if the form were saved. */
export function CallSimulation({ resource, id, readForm }: TryOutProps) {
  const translate = useTranslate();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const problems = useErrorMessageContext(resource);
  const [asked, setAsked] = useStore<SimulatedCall>("tryOut.asked", nothing);
  /** Of what is asked here, by key. */
  const [refusal, setRefusal] = useState<string | null>(null);
  /** Of the form, in words. */
  const [wrongInForm, setWrongInForm] = useState<readonly string[]>([]);
  const {
    mutate,
    data: calls,
    error,
    isPending,
    reset,
  } = useMutation({
    mutationFn: async (record: WireRecord) => {
      const wanted = await callsOf(asked, dataProvider);
      const compared = await compareCalls(wanted, { resource, record, ...(id === undefined ? {} : { id }) });
      return compared.map((call, index) => withExpected(call, wanted[index]));
    },
  });
  const change = (values: Partial<SimulatedCall>) => setAsked({ ...asked, ...values });
  const ask = () => {
    reset();
    const count = numbersIn(asked).length;
    const isNone = asked.routing_test_id === null && count === 0;
    const wrong = isNone ? "noNumbers" : count > MAX_CALLS ? "tooMany" : null;
    setRefusal(wrong);
    setWrongInForm([]);
    if (wrong === null) readForm(mutate, setWrongInForm);
  };
  const title = translate("routing.tryOut.title");
  const pickerOf = (field: typeof subscriber | typeof test, label: string) => (
    <KindInput
      id={`tryout-${field.name}`}
      resource={resource}
      path={field.name}
      field={field}
      value={asked[field.name]}
      onChange={(value) => change({ [field.name]: value ?? null })}
      label={label}
    />
  );
  return (
    <Paper component="section" variant="outlined" aria-label={title} className="above-16 max-760 pad-16">
      <Typography variant="h2">{title}</Typography>
      <p className="quiet">{translate("routing.tryOut.intro")}</p>
      <div className="halves above-16 below-16">
        <TextField
          id="tryout-numbers"
          multiline
          minRows={5}
          maxRows={12}
          label={translate("routing.tryOut.numbers")}
          value={asked.numbers}
          error={refusal !== null}
          helperText={refusal && translate(`routing.tryOut.${refusal}`)}
          onChange={({ target }) => change({ numbers: target.value })}
        />
        <div className="stack gap-16 packed">
          <TextField
            id="tryout-caller"
            fullWidth
            label={translate("routing.tryOut.caller")}
            value={asked.caller}
            onChange={({ target }) => change({ caller: target.value })}
          />
          {/* What they choose is none of the form's values, which a detour would come back to. */}
          <CreateRelatedContext value={null}>
            {pickerOf(subscriber, translate("routing.fields.caller_subscriber_id"))}
            {pickerOf(test, translate("routing.tryOut.set"))}
          </CreateRelatedContext>
        </div>
      </div>
      <Button variant="outlined" loading={isPending} onClick={ask}>
        {translate("routing.tryOut.ask")}
      </Button>
      <div aria-live="polite" aria-busy={isPending}>
        {wrongInForm.length > 0 && (
          <Alert severity="warning" className="above-16">
            {translate("routing.tryOut.fix")}
            <ul className="bullets">
              {wrongInForm.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Alert>
        )}
        {error && (
          <Alert severity="error" className="above-16">
            {refusalTexts(error, problems, asked).map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
        {calls && (
          <>
            <Summary calls={calls} />
            <CallTable calls={calls} label={title} />
          </>
        )}
      </div>
    </Paper>
  );
}

function Summary({ calls }: { readonly calls: readonly RunCall[] }) {
  const translate = useTranslate();
  const count = calls.filter(isChanged).length;
  return (
    <Alert severity={count > 0 ? "warning" : "info"} className="above-16">
      {translate(count > 0 ? "routing.runs.changes" : "routing.runs.noChange", { smart_count: count })}
    </Alert>
  );
}

function numbersIn({ numbers }: SimulatedCall): string[] {
  return numbers.split("\n").flatMap((line) => line.trim() || []);
}

/** The calls of the chosen test, else one for each number. */
async function callsOf(asked: SimulatedCall, dataProvider: PanelDataProvider): Promise<WireRecord[]> {
  const { caller, caller_subscriber_id, routing_test_id } = asked;
  if (routing_test_id === null) return numbersIn(asked).map((callee) => ({ caller, caller_subscriber_id, callee }));
  const { data } = await dataProvider.getOne<RecordOf<"routingtests">>(test.reference.resource, {
    id: routing_test_id,
  });
  return data.calls;
}

/** What the platform says is wrong: with the form's fields by name, with calls by number. */
function refusalTexts(error: unknown, problems: ErrorMessageContext, asked: SimulatedCall): string[] {
  const numbers = numbersIn(asked);
  const ofCalls = serverFieldErrors(error, []).flatMap(({ pointer, error: broken }) => {
    const [, index, name = ""] = /^\/calls\/(\d+)\/(\w+)$/.exec(pointer) ?? [];
    if (index === undefined || !broken) return [];
    const label = problems.translate(`routing.fields.${name}`);
    const field = name === "callee" ? (numbers[Number(index)] ?? label) : label;
    return [problems.translate("forms.summary.line", { field, text: errorMessage(broken, problems) })];
  });
  if (ofCalls.length > 0) return [...new Set(ofCalls)];
  const toField = (pointer: string) => pointer.replace(/^\/change\/record/, "");
  return generalTexts(readRefusal(error, toField, new Set(), problems), problems);
}
