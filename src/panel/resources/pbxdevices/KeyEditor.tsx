import "./keyEditor.css";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useEventCallback } from "@mui/material/utils";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useDataProvider, useLocale, useTranslate } from "react-admin";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { hasValue } from "../../../core/valueAt.ts";
import { Fieldset } from "../../kinds/controls/Fieldset.tsx";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { type ProblemTexts, problemsBelow } from "../../kinds/controls/InputProps.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { loadRecordFile } from "../../providers/files.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { enumKey } from "../../resource/labels.ts";
import { inSentence } from "../../texts.ts";
import type { FieldComponentProps } from "../../views/form/override.ts";
import { Problem } from "../../views/Problem.tsx";
import { KeyPanel } from "./KeyPanel.tsx";
import { focusKey, type KeyFace, KeyPicture } from "./KeyPicture.tsx";
import { filledWithLamps, keysOf, type Line, listOf, placeLines, sortedByName, swapped, withMember } from "./keys.ts";
import { LabelSheet } from "./LabelSheet.tsx";
import { useSubscriberNames } from "./useSubscriberNames.ts";

/** The keys of a device on the picture of its model. */
export function KeyEditor(props: FieldComponentProps): ReactNode {
  const { id, label, help, problems, required } = props;
  const translate = useTranslate();
  const profile = useFormValue("profile_id");
  const model = useModel(profile);
  return (
    <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
      {!hasValue(profile) ? (
        <FormHelperText component="p">{translate("deviceKeys.noProfile")}</FormHelperText>
      ) : model.error ? (
        <Problem error={model.error} onRetry={() => void model.refetch()} />
      ) : model.data ? (
        <Keys key={model.data.id} {...props} model={model.data} />
      ) : (
        <Skeleton variant="rounded" height={240} />
      )}
    </Fieldset>
  );
}

/** The model of a profile. */
function useModel(profile: Json | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ["pbxdevicemodels", "ofProfile", profile],
    queryFn: async ({ signal }) => {
      const { data: found } = await dataProvider.getOne<PanelRecord>("pbxdeviceprofiles", {
        id: Number(profile),
        signal,
      });
      const id = Number(found.device_id);
      return (await dataProvider.getOne<PanelRecord>("pbxdevicemodels", { id, signal })).data;
    },
    enabled: hasValue(profile),
    staleTime: 30_000,
  });
}

interface KeysProps extends FieldComponentProps {
  readonly model: PanelRecord;
}

function Keys(props: KeysProps) {
  const { id, label, resource, path, field, value, readOnly, problems, model } = props;
  const translate = useTranslate();
  const locale = useLocale();
  const keys = useMemo(() => keysOf(model.linerange), [model]);
  const lines = listOf(value);
  const { lineAt, strays } = placeLines(keys, lines);
  const nameOf = useSubscriberNames(lines);
  const front = useFront(model);
  const station = useFormValue("station_name");
  const stage = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const selection = useSelection();
  const [isPrinting, setIsPrinting] = useState(false);
  const endPrinting = useEventCallback(() => setIsPrinting(false));
  const change = (next: readonly Line[]) => props.onChange([...next]);
  // What a picker finds may come when other lines have changed meanwhile.
  const changeMember = useEventCallback((key: number, name: string, member: Json) =>
    change(withMember(keys, lines, key, name, member)),
  );
  const remove = (at: number) => change(lines.toSpliced(at, 1));

  const wordOf = ({ type }: Line) => translate(enumKey(resource, `${path}.type`, String(type)), { _: String(type) });
  const labelOf = (line: Line) => String(hasValue(line.label) ? line.label : nameOf(line) || wordOf(line));
  const titleOf = (number: number, group: string) => translate("deviceKeys.key", { number: number + 1, group });
  const lineTitle = ({ key_num, linerange }: Line) => titleOf(Number(key_num), String(linerange));
  const contentOf = (line: Line | undefined) =>
    line ? `${inSentence(wordOf(line), locale)}, ${labelOf(line)}` : translate("deviceKeys.free");
  const faces = keys.map((key, position): KeyFace => {
    const { index, group } = key;
    const at = lineAt.get(position);
    const line = at === undefined ? undefined : lines[at];
    return {
      key,
      name: translate("deviceKeys.face", { key: titleOf(index, group.name), content: contentOf(line) }),
      label: line ? labelOf(line) : "",
      id: line && `${id}-${at}`,
      problemId: at !== undefined && problemTextOf(problems, at) ? `${id}-${at}-problem` : undefined,
    };
  });
  const chosenKey = chosen === undefined ? undefined : keys[chosen];
  const chosenAt = chosen === undefined ? undefined : lineAt.get(chosen);
  const chosenLine = chosenAt === undefined ? undefined : lines[chosenAt];
  const helpId = `${id}-usage`;
  return (
    <div className="keys">
      {lines.some((_, at) => problemTextOf(problems, at)) && (
        <Alert severity="error">
          <ul className="keys-problems">
            {lines.map((line, at) => (
              <LineProblem
                // biome-ignore lint/suspicious/noArrayIndexKey: problems go by position
                key={at}
                id={`${id}-${at}`}
                title={lineTitle(line)}
                text={problemTextOf(problems, at)}
              />
            ))}
          </ul>
        </Alert>
      )}
      <Tools
        canFill={keys.some(({ group }) => group.functions.includes("blf"))}
        readOnly={readOnly}
        isSelecting={selection.isSelecting}
        onSelecting={selection.setIsSelecting}
        selected={[...selection.selected].filter((key) => lineAt.has(key)).length}
        onSort={() => change(sortedByName(keys, lines, selection.selected, labelOf, locale))}
        onFill={(subscribers) => {
          const filled = filledWithLamps(keys, lines, subscribers);
          change(filled.lines);
          return filled;
        }}
        onPrint={() => setIsPrinting(true)}
      />
      {front === undefined ? (
        <Skeleton variant="rounded" height={240} />
      ) : (
        <KeyPicture
          ref={stage}
          faces={faces}
          front={front}
          label={label}
          helpId={readOnly ? undefined : helpId}
          chosen={chosen}
          selected={selection.selected}
          isSelecting={selection.isSelecting}
          onChoose={setChosen}
          onSelect={selection.select}
          onSwap={readOnly ? undefined : (one, other) => change(swapped(keys, lines, one, other))}
        />
      )}
      {!readOnly && (
        <FormHelperText component="p" id={helpId}>
          {translate("deviceKeys.usage")}
        </FormHelperText>
      )}
      {chosenKey && chosen !== undefined ? (
        <KeyPanel
          key={chosen}
          {...{ resource, path, field, readOnly }}
          // A new line comes last.
          id={`${id}-${chosenAt ?? lines.length}`}
          onBlur={props.onBlur}
          title={titleOf(chosenKey.index, chosenKey.group.name)}
          chosen={chosenKey}
          line={chosenLine}
          name={chosenLine ? nameOf(chosenLine) : ""}
          problems={chosenAt === undefined ? {} : problemsBelow(problems, chosenAt)}
          onMember={(name, member) => changeMember(chosen, name, member)}
          onClear={() => {
            if (chosenAt !== undefined) remove(chosenAt);
            focusKey(stage.current, chosen);
          }}
        />
      ) : (
        <FormHelperText component="p">{translate("deviceKeys.choose")}</FormHelperText>
      )}
      {strays.length > 0 && (
        <section aria-label={translate("deviceKeys.strays")} className="keys-strays">
          <h3>{translate("deviceKeys.strays")}</h3>
          <ul>
            {strays.map(({ at, isSecond }) => {
              const line = lines[at] ?? {};
              return (
                <li key={at} id={`${id}-${at}`} tabIndex={-1}>
                  <span>
                    {translate("deviceKeys.face", { key: lineTitle(line), content: contentOf(line) })}{" "}
                    <span className="cell-quiet">{translate(isSecond ? "deviceKeys.second" : "deviceKeys.gone")}</span>
                  </span>
                  {!readOnly && (
                    <Button
                      size="small"
                      aria-label={translate("deviceKeys.removeOf", { key: lineTitle(line) })}
                      onClick={() => remove(at)}
                    >
                      {translate("deviceKeys.remove")}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {isPrinting && (
        <LabelSheet
          title={String(station ?? recordTitle(summaryOf("pbxdevicemodels").record, model))}
          faces={faces}
          onPrinted={endPrinting}
        />
      )}
    </div>
  );
}

/** All that is wrong with a line. */
function problemTextOf(problems: ProblemTexts, at: number): string {
  return Object.values(problemsBelow(problems, at)).join(" ");
}

interface LineProblemProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** What is wrong with a line; leads there. Renders nothing where nothing is. */
function LineProblem({ id, title, text }: LineProblemProps) {
  const translate = useTranslate();
  if (text === "") return null;
  return (
    <li id={`${id}-problem`}>
      <Link
        component="button"
        type="button"
        color="inherit"
        underline="always"
        onClick={() => document.getElementById(id)?.focus()}
      >
        {title}
      </Link>
      {translate("forms.summary.line", { field: title, text }).slice(title.length)}
    </li>
  );
}

/** Which keys are selected, and how. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const last = useRef<number>(undefined);
  return {
    selected,
    isSelecting,
    setIsSelecting: (isOn: boolean) => {
      setIsSelecting(isOn);
      if (!isOn) setSelected(new Set());
    },
    select: (key: number, isRange: boolean) => {
      const from = isRange ? (last.current ?? key) : key;
      const range = Array.from({ length: Math.abs(key - from) + 1 }, (_, step) => Math.min(key, from) + step);
      last.current = key;
      setSelected((now) => {
        if (range.length === 1 && now.has(key)) return new Set([...now].filter((other) => other !== key));
        return new Set([...now, ...range]);
      });
    },
  };
}

interface ToolsProps {
  readonly canFill: boolean;
  readonly readOnly: boolean;
  readonly isSelecting: boolean;
  readonly onSelecting: (isOn: boolean) => void;
  /** How many keys with an assignment are selected. */
  readonly selected: number;
  readonly onSort: () => void;
  readonly onFill: (subscribers: readonly WireRecord[]) => { readonly placed: number; readonly left: number };
  readonly onPrint: () => void;
}

/** What changes several keys at once, and says what it did. */
function Tools(props: ToolsProps) {
  const { canFill, readOnly, isSelecting, onSelecting, selected, onSort, onPrint } = props;
  const translate = useTranslate();
  const [said, setSaid] = useState("");
  const loadSubscribers = useLoadSubscribers();
  const customer = useFormValue("customer_id");
  const [isLoading, setIsLoading] = useState(false);
  // The keys may have changed while the subscribers were loading, and the customer too.
  const place = useEventCallback((subscribers: readonly WireRecord[], of: Json) => {
    if (of !== customer) return;
    const { placed, left } = props.onFill(subscribers);
    const texts = [
      placed > 0 || left === 0 ? translate("deviceKeys.filled", { smart_count: placed }) : "",
      left > 0 ? translate("deviceKeys.left", { smart_count: left }) : "",
    ];
    setSaid(texts.filter(Boolean).join(" "));
  });
  const fill = async () => {
    if (!hasValue(customer)) {
      setSaid(translate("deviceKeys.noCustomer"));
      return;
    }
    setIsLoading(true);
    try {
      place(await loadSubscribers(customer), customer);
    } catch {
      // The keys stay as they are, and the button can be pressed again.
      setSaid(translate("deviceKeys.failed"));
    }
    setIsLoading(false);
  };
  return (
    <>
      <div className="keys-tools">
        {!readOnly && (
          <>
            {canFill && (
              <Button size="small" variant="outlined" loading={isLoading} onClick={() => void fill()}>
                {translate("deviceKeys.fill")}
              </Button>
            )}
            <Button
              size="small"
              variant={isSelecting ? "contained" : "outlined"}
              aria-pressed={isSelecting}
              onClick={() => onSelecting(!isSelecting)}
            >
              {translate("deviceKeys.select")}
            </Button>
            <Button
              size="small"
              variant="outlined"
              disabled={selected < 2}
              onClick={() => {
                onSort();
                setSaid(translate("deviceKeys.sorted", { smart_count: selected }));
              }}
            >
              {translate("deviceKeys.sort")}
            </Button>
          </>
        )}
        <Button size="small" variant="outlined" onClick={onPrint}>
          {translate("deviceKeys.print")}
        </Button>
      </div>
      <p role="status" className="keys-said">
        {said}
      </p>
    </>
  );
}

/** Subscribers per request. */
const pageSize = 500;

/** Loads all subscribers of a customer. */
function useLoadSubscribers(): (customer: Json) => Promise<readonly WireRecord[]> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return async (customer) => {
    const found: WireRecord[] = [];
    for (let page = 1; ; page++) {
      const { data, total = 0 } = await dataProvider.getList<PanelRecord>("subscribers", {
        pagination: { page, perPage: pageSize },
        sort: { field: "id", order: "ASC" },
        filter: { customer_id: customer },
        meta: { expand: [] },
      });
      found.push(...data);
      if (data.length === 0 || found.length >= total) return found;
    }
  };
}

/** The picture of a model's front. Undefined while it loads; null where there is none that can be shown. */
function useFront(model: PanelRecord) {
  const translate = useTranslate();
  const [url, setUrl] = useState<string | null>();
  const { data: file, isPending } = useQuery({
    queryKey: ["pbxdevicemodels", "front", model.id],
    queryFn: ({ signal }) => loadRecordFile("pbxdevicemodelimages", model.id, { signal }),
    staleTime: 30_000,
  });
  useEffect(() => {
    if (isPending) return;
    const made = file ? URL.createObjectURL(file) : null;
    setUrl(made);
    return () => {
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file, isPending]);
  if (url === undefined || url === null) return url;
  const title = recordTitle(summaryOf("pbxdevicemodels").record, model);
  return { url, alt: translate("deviceKeys.front", { model: title }), onError: () => setUrl(null) };
}
