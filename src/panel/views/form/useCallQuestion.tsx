import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { HttpError, useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { AccessQuestion } from "../explain/question.ts";
import { LoadError } from "../LoadError.tsx";
import { serverFormErrors } from "./serverErrors.ts";
import { useErrorMessageContext } from "./useProblemContext.ts";

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
  readonly others?: readonly string[];
  /** The form's first values while nothing is asked. */
  readonly usual?: Call;
  readonly queryKey: readonly unknown[];
  readonly load: (asked: QuestionFields, signal: AbortSignal) => Promise<Answer>;
  /** The right that it takes. */
  readonly right: AccessQuestion;
}

/** A form about one call, and its answer. What is asked is in the URL, so that it is still there after a look elsewhere. */
export function useCallQuestion<Answer>(options: CallQuestionOptions<Answer>) {
  const { textKey, labelKey, resource, fields, others = [], usual = {}, queryKey, load, right } = options;
  const translate = useTranslate();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const asked = questionIn(search, [...fields.map((field) => field.name), ...others]);
  const [call, setCall] = useState<Call>(() => (asked ? callIn(asked, fields) : usual));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) => load(asked ?? {}, signal),
    enabled: asked !== null,
    retry: false,
  });
  const context = useErrorMessageContext(resource);
  const isRefused = error instanceof HttpError && error.status === 422;
  const complaints = isRefused ? serverFormErrors(error, { ...context, fields }) : [];
  const problems = new Map(complaints.map(({ pointer, text }) => [pointer.slice(1), { "": text }]));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = toQuestion(call);
    if (asked && new URLSearchParams(question).toString() === new URLSearchParams(asked).toString()) void refetch();
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
      problems={problems.get(field.name)}
    />
  );
  const button = (
    <div>
      <Button type="submit" variant="contained" loading={isFetching}>
        {translate(textKey("ask"))}
      </Button>
    </div>
  );
  const answer = (show: (answer: Answer, asked: QuestionFields) => ReactNode) => (
    <div aria-live="polite" aria-busy={isFetching}>
      {error && problems.size === 0 && <LoadError error={error} question={right} onRetry={() => void refetch()} />}
      {!asked && <p className="quiet">{translate(textKey("begin"))}</p>}
      {asked && data && show(data, asked)}
    </div>
  );
  return { asked, call, setCall, ask, inputOf, button, answer };
}

/** The form's values of a question in the URL. */
function callIn(asked: QuestionFields, fields: readonly FieldDescriptor[]): Call {
  const isNumber = (name: string) =>
    ["duration", "reference"].includes(fields.find((one) => one.name === name)?.kind ?? "");
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, isNumber(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
}

function toQuestion(call: Call): QuestionFields {
  return Object.fromEntries(
    Object.entries(call).flatMap(([name, value]) => (hasValue(value) ? [[name, String(value)]] : [])),
  );
}

/** The question in the URL; null: none. */
function questionIn(search: URLSearchParams, names: readonly string[]): QuestionFields | null {
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? null : Object.fromEntries(given);
}
