import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type KeyboardEvent, useState } from "react";
import { useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import { journalOperations } from "../../../core/api/journalOperations.ts";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { JournalQuery } from "../../providers/journal.ts";
import styles from "../../views/journal/history.module.css";
import { isMoment, MomentInput } from "../../views/journal/MomentInput.tsx";
import { subjectName } from "../../views/journal/subjectName.ts";

/** Parameters that the URL may have. */
const names = ["resource", "record", "username", "operation", "from", "to", "entry", "unit", "run"];
const operations = [...journalOperations.slice(0, 3), "restore", ...journalOperations.slice(3)];

export function queryIn(search: URLSearchParams): JournalQuery {
  return Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])));
}

/** The filters, which are part of the URL. `resources` are those that the user may choose. */
export function Filters({ resources }: { readonly resources: readonly string[] }) {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const filters = queryIn(search);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    // The id is that of a record of one kind.
    if (name === "resource" && value === "") next.delete("record");
    setSearch(next);
  };
  const chosen = filters.resource ?? "";
  const nameOf = (resource: string) => subjectName(translate, resource, 2);
  const listedResources = [...new Set([...resources, ...(chosen ? [chosen] : [])])].sort((a, b) =>
    nameOf(a).localeCompare(nameOf(b)),
  );
  return (
    <>
      <fieldset
        className={`row gap-12 above-12 below-12 ${styles.filters}`}
        aria-label={translate("history.filters.label")}
      >
        <Select name="resource" value={chosen} options={listedResources} textOf={nameOf} onChoose={set} />
        <Select
          name="operation"
          value={filters.operation ?? ""}
          options={operations}
          textOf={(operation) =>
            operation === "restore"
              ? translate("history.operation.restore")
              : translate(`views.journal.operation.${operation}`)
          }
          onChoose={set}
        />
        <Typed key={`username ${filters.username}`} name="username" value={filters.username ?? ""} onEnter={set} />
        {chosen !== "" && (
          <Typed key={`record ${filters.record}`} name="record" value={filters.record ?? ""} isNumber onEnter={set} />
        )}
        <Moment key={`from ${filters.from}`} name="from" value={filters.from ?? ""} onEnter={set} />
        <Moment key={`to ${filters.to}`} name="to" value={filters.to ?? ""} onEnter={set} />
        {Object.keys(filters).length > 0 && (
          <Button onClick={() => setSearch({})}>{translate("history.filters.clear")}</Button>
        )}
      </fieldset>
      <div className="row below-12">
        {filters.entry && (
          <Chip label={translate("history.filters.one", { id: filters.entry })} onDelete={() => set("entry", "")} />
        )}
        {filters.unit && <Chip label={translate("history.filters.together")} onDelete={() => set("unit", "")} />}
        {filters.run && <Chip label={translate("history.filters.run")} onDelete={() => set("run", "")} />}
      </div>
    </>
  );
}

interface SelectProps {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly textOf: (option: string) => string;
  readonly onChoose: (name: string, value: string) => void;
}

function Select({ name, value, options, textOf, onChoose }: SelectProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      size="small"
      label={translate(`history.filters.${name}`)}
      value={options.includes(value) ? value : ""}
      onChange={({ target }) => onChoose(name, target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate("history.filters.all")}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {textOf(option)}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface TypedProps {
  readonly name: string;
  readonly value: string;
  readonly isNumber?: boolean;
  readonly onEnter: (name: string, value: string) => void;
}

/** Applied when it is left, or by Enter. */
function Typed({ name, value, isNumber = false, onEnter }: TypedProps) {
  const translate = useTranslate();
  const [inputText, setInputText] = useState(value);
  const enter = () => {
    if (inputText.trim() !== value) onEnter(name, inputText.trim());
  };
  return (
    <TextField
      size="small"
      label={translate(`history.filters.${name}`)}
      value={inputText}
      onChange={({ target }) => setInputText(isNumber ? target.value.replace(/\D/g, "").slice(0, 9) : target.value)}
      onBlur={enter}
      onKeyDown={onlyEnter(enter)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: isNumber ? "numeric" : "text" } }}
    />
  );
}

/** A time in the browser's zone; the URL has it in UTC, so that a link means the same everywhere. */
function Moment({ name, value, onEnter }: TypedProps) {
  const translate = useTranslate();
  const storedInstant = Number.isNaN(Date.parse(value)) ? null : new Date(value).toISOString();
  const [inputValue, setInputValue] = useState<Json>(storedInstant);
  const enter = () => {
    if (inputValue !== storedInstant && isMoment(inputValue))
      onEnter(name, inputValue === null ? "" : new Date(inputValue).toISOString());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter is typed in the input
    <div className={styles.isMoment} onKeyDown={onlyEnter(enter)}>
      <MomentInput
        id={`journal-${name}`}
        label={translate(`history.filters.${name}`)}
        value={inputValue}
        onChange={setInputValue}
        onBlur={enter}
      />
    </div>
  );
}

function onlyEnter(run: () => void) {
  return ({ key }: KeyboardEvent) => {
    if (key === "Enter") run();
  };
}
