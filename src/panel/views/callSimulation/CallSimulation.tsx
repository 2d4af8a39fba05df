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
import { generalErrorTexts, serverFieldErrors, toSaveError } from "../form/formErrors.ts";
import { useErrorMessageContext } from "../form/useErrorMessageContext.ts";
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

interface CallSimulationProps {
  readonly resource: string;
  readonly id: Json | undefined;
  /** Resolves to the record that saving would send, or marks what is wrong in the form and says it, by field. */
  readonly readForm: () => Promise<{ readonly record: WireRecord } | { readonly texts: readonly string[] }>;
}

/** Shows how calls are routed now, and how they would be if the form were saved. */
export function CallSimulation({ resource, id, readForm }: CallSimulationProps) {
  const translate = useTranslate();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const messageContext = useErrorMessageContext(resource);
  const [simulatedCall, setSimulatedCall] = useStore<SimulatedCall>("tryOut.asked", nothing);
  /** Error of the inputs here, by key. */
  const [inputErrorKey, setInputErrorKey] = useState<string | null>(null);
  /** Errors of the form, as text. */
  const [formErrors, setFormErrors] = useState<readonly string[]>([]);
  const {
    mutate,
    data: calls,
    error,
    isPending,
    reset,
  } = useMutation({
    mutationFn: async (record: WireRecord) => {
      const requestedCalls = await loadCalls(simulatedCall, dataProvider);
      const compared = await compareCalls(requestedCalls, { resource, record, ...(id === undefined ? {} : { id }) });
      return compared.map((call, index) => withExpected(call, requestedCalls[index]));
    },
  });
  const change = (values: Partial<SimulatedCall>) => setSimulatedCall({ ...simulatedCall, ...values });
  const ask = async () => {
    reset();
    const count = parseNumbers(simulatedCall).length;
    const isNone = simulatedCall.routing_test_id === null && count === 0;
    const errorKey = isNone ? "noNumbers" : count > MAX_CALLS ? "tooMany" : null;
    setInputErrorKey(errorKey);
    setFormErrors([]);
    if (errorKey !== null) return;
    const form = await readForm();
    if ("record" in form) mutate(form.record);
    else setFormErrors(form.texts);
  };
  const title = translate("routing.tryOut.title");
  return (
    <Paper component="section" variant="outlined" aria-label={title} className="above-16 max-760 pad-16">
      <Typography variant="h2">{title}</Typography>
      <p className="quiet">{translate("routing.tryOut.intro")}</p>
      <CallInputs {...{ resource, simulatedCall, inputErrorKey }} onChange={change} />
      <Button variant="outlined" loading={isPending} onClick={ask}>
        {translate("routing.tryOut.ask")}
      </Button>
      <div aria-live="polite" aria-busy={isPending}>
        {formErrors.length > 0 && (
          <Alert severity="warning" className="above-16">
            {translate("routing.tryOut.fix")}
            <ul className="bullets">
              {formErrors.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Alert>
        )}
        {error && (
          <Alert severity="error" className="above-16">
            {errorTexts(error, messageContext, simulatedCall).map((text) => (
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

interface CallInputsProps {
  readonly resource: string;
  readonly simulatedCall: SimulatedCall;
  readonly inputErrorKey: string | null;
  readonly onChange: (values: Partial<SimulatedCall>) => void;
}

/** The caller and the numbers that are tried, or a stored test. */
function CallInputs({ resource, simulatedCall, inputErrorKey, onChange }: CallInputsProps) {
  const translate = useTranslate();
  const pickerOf = (field: typeof subscriber | typeof test, label: string) => (
    <KindInput
      id={`tryout-${field.name}`}
      resource={resource}
      path={field.name}
      field={field}
      value={simulatedCall[field.name]}
      onChange={(value) => onChange({ [field.name]: value ?? null })}
      label={label}
    />
  );
  return (
    <div className="halves above-16 below-16">
      <TextField
        id="tryout-numbers"
        multiline
        minRows={5}
        maxRows={12}
        label={translate("routing.tryOut.numbers")}
        value={simulatedCall.numbers}
        error={inputErrorKey !== null}
        helperText={inputErrorKey && translate(`routing.tryOut.${inputErrorKey}`)}
        onChange={({ target }) => onChange({ numbers: target.value })}
      />
      <div className="stack gap-16 packed">
        <TextField
          id="tryout-caller"
          fullWidth
          label={translate("routing.tryOut.caller")}
          value={simulatedCall.caller}
          onChange={({ target }) => onChange({ caller: target.value })}
        />
        {/* What they choose is none of the form's values, which a detour would come back to. */}
        <CreateRelatedContext value={null}>
          {pickerOf(subscriber, translate("routing.fields.caller_subscriber_id"))}
          {pickerOf(test, translate("routing.tryOut.set"))}
        </CreateRelatedContext>
      </div>
    </div>
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

function parseNumbers({ numbers }: SimulatedCall): string[] {
  return numbers.split("\n").flatMap((line) => line.trim() || []);
}

/** The calls of the chosen test, else one for each number. */
async function loadCalls(simulatedCall: SimulatedCall, dataProvider: PanelDataProvider): Promise<WireRecord[]> {
  const { caller, caller_subscriber_id, routing_test_id } = simulatedCall;
  if (routing_test_id === null)
    return parseNumbers(simulatedCall).map((callee) => ({ caller, caller_subscriber_id, callee }));
  const { data } = await dataProvider.getOne<RecordOf<"routingtests">>(test.reference.resource, {
    id: routing_test_id,
  });
  return data.calls;
}

/** Returns the platform's errors: of the form's fields by name, of calls by number. */
function errorTexts(error: unknown, messageContext: ErrorMessageContext, simulatedCall: SimulatedCall): string[] {
  const numbers = parseNumbers(simulatedCall);
  const ofCalls = serverFieldErrors(error, []).flatMap(({ pointer, error: broken }) => {
    const [, index, name = ""] = /^\/calls\/(\d+)\/(\w+)$/.exec(pointer) ?? [];
    if (index === undefined || !broken) return [];
    const label = messageContext.translate(`routing.fields.${name}`);
    const field = name === "callee" ? (numbers[Number(index)] ?? label) : label;
    return [messageContext.translate("forms.summary.line", { field, text: errorMessage(broken, messageContext) })];
  });
  if (ofCalls.length > 0) return [...new Set(ofCalls)];
  const toField = (pointer: string) => pointer.replace(/^\/change\/record/, "");
  return generalErrorTexts(toSaveError(error, toField, new Set(), messageContext), messageContext);
}
