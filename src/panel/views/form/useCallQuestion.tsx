import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { HttpError, useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { AccessQuestion } from "../explain/accessQuestion.ts";
import { LoadError } from "../LoadError.tsx";
import { serverFormErrors } from "./formErrors.ts";
import { useErrorMessageContext } from "./useErrorMessageContext.ts";

type Call = Readonly<WireRecord>;
/** The fields of the form, in the format of the request. */
type QuestionFields = Readonly<Record<string, string>>;

interface CallQuestionOptions<Answer> {
  /** Key of a text of the form: `ask`, `begin`, `help.<field>`. */
  readonly textKey: (text: string) => string;
  /** Key of a field's label. */
  readonly labelKey: (field: string) => string;
  /** The resource whose inputs the form resembles. */
  readonly resource: string;
  readonly fields: readonly FieldDescriptor[];
  /** Parameters besides the fields. */
  readonly otherParameters?: readonly string[];
  /** The form's first values while nothing is asked. */
  readonly usual?: Call;
  readonly queryKey: readonly unknown[];
  readonly load: (question: QuestionFields, signal: AbortSignal) => Promise<Answer>;
  /** The right that it takes. */
  readonly right: AccessQuestion;
}

/** A form about one call, and its answer. What is asked is in the URL, so that it is still there after a look elsewhere. */
export function useCallQuestion<Answer>(options: CallQuestionOptions<Answer>) {
  const { textKey, labelKey, resource, fields, otherParameters = [], usual = {}, queryKey, load, right } = options;
  const translate = useTranslate();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const submitted = parseQuestion(search, [...fields.map((field) => field.name), ...otherParameters]);
  const [call, setCall] = useState<Call>(() => (submitted ? parseCall(submitted, fields) : usual));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, submitted],
    queryFn: ({ signal }) => load(submitted ?? {}, signal),
    enabled: submitted !== null,
    retry: false,
  });
  const context = useErrorMessageContext(resource);
  const isRefused = error instanceof HttpError && error.status === 422;
  const formErrors = isRefused ? serverFormErrors(error, { ...context, fields }) : [];
  const errorsByField = new Map(formErrors.map(({ pointer, text }) => [pointer.slice(1), { "": text }]));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = toQuestion(call);
    if (submitted && new URLSearchParams(question).toString() === new URLSearchParams(submitted).toString())
      void refetch();
    else setSearch(question, { replace: true });
  };
  const inputOf = (field: FieldDescriptor) => (
    <KindInput
      key={field.name}
      id={`${id}-${field.name}`}
      resource={resource}
      path={field.name}
      field={field}
      value={call[field.name]}
      onChange={(value) => setCall({ ...call, [field.name]: value })}
      label={translate(labelKey(field.name))}
      help={translate(textKey(`help.${field.name}`), { _: "" }) || undefined}
      required={field.required === true}
      errors={errorsByField.get(field.name)}
    />
  );
  const button = (
    <div>
      <Button type="submit" variant="contained" loading={isFetching}>
        {translate(textKey("ask"))}
      </Button>
    </div>
  );
  const renderAnswer = (show: (answer: Answer, question: QuestionFields) => ReactNode) => (
    <div aria-live="polite" aria-busy={isFetching}>
      {error && errorsByField.size === 0 && <LoadError error={error} question={right} onRetry={() => void refetch()} />}
      {!submitted && <p className="quiet">{translate(textKey("begin"))}</p>}
      {submitted && data && show(data, submitted)}
    </div>
  );
  return { submitted, call, setCall, ask, inputOf, button, renderAnswer };
}

/** The form's values of a question in the URL. */
function parseCall(query: QuestionFields, fields: readonly FieldDescriptor[]): Call {
  const isNumber = (name: string) =>
    ["duration", "reference"].includes(fields.find((field) => field.name === name)?.kind ?? "");
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isNumber(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

function toQuestion(call: Call): QuestionFields {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, value]) => (hasValue(value) ? [[name, String(value)]] : [])),
  );
}

/** The question in the URL; null: none. */
function parseQuestion(search: URLSearchParams, names: readonly string[]): QuestionFields | null {
  const entries = names.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
