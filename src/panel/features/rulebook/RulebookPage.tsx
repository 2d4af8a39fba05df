import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, Suspense, useDeferredValue, useState } from "react";
import { useTranslate } from "react-admin";
import { useSearchParams } from "react-router";
import { summaries } from "../../../generated/index.gen.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { AllForms } from "./AllForms.tsx";
import { BookView } from "./BookView.tsx";
import { RunFile, useRunFile } from "./RunFile.tsx";
import styles from "./rulebook.module.css";

/** Means all forms in the URL. */
const ALL = "all";

/** The rules of one form, to try values on, and of all forms, to search. The selection is in the URL. */
export function RulebookPage(): ReactNode {
  const translate = useTranslate();
  const access = useAccess();
  const [search, setSearch] = useSearchParams();
  const title = translate("pages.names.rulebook");
  useDocumentTitle([title]);
  const resources = Object.values(summaries)
    .filter((summary) => access.can(summary, "read"))
    .flatMap(({ name, operations, preferences }) => {
      const label = translate(nameKey(name), { smart_count: 2 });
      return [
        ...(hasForm(operations) ? [{ name, label }] : []),
        ...(preferences
          ? [{ name: preferences, label: translate("views.record.action.preferences", { title: label }) }]
          : []),
      ];
    })
    .sort((a, b) => a.label.localeCompare(b.label));
  const requested = search.get("resource");
  const chosen = resources.find(({ name }) => name === requested) ?? resources[0];
  const resource = requested === ALL ? ALL : chosen?.name;
  const [run, setRun] = useRunFile();
  // Local state: the URL follows the typed text, and is too slow to control it.
  const [query, setQuery] = useState(search.get("q") ?? "");
  const lateQuery = useDeferredValue(query);
  const change = (name: string, value: string) => {
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        if (name === "resource") next.delete("field");
        return next;
      },
      { replace: true },
    );
  };
  return (
    <>
      <Typography variant="h1" className="below-4">
        {title}
      </Typography>
      <Typography color="textSecondary" className="prose below-16">
        {translate("rulebook.about")}
      </Typography>
      {resource === undefined ? (
        <Typography>{translate("rulebook.none")}</Typography>
      ) : (
        <>
          <div className={`stack below-16 ${styles.tools}`}>
            <NativeChoice
              id="rb-resource"
              label={translate("rulebook.form")}
              value={resource}
              options={[
                [ALL, translate("rulebook.all.name")],
                ...resources.map(({ name, label }) => [name, label] as const),
              ]}
              onChange={(chosen) => change("resource", chosen)}
            />
            <TextField
              id="rb-search"
              type="search"
              label={translate("rulebook.search")}
              value={query}
              onChange={({ target }) => {
                setQuery(target.value);
                change("q", target.value);
              }}
            />
          </div>
          <RunFile run={run} onRun={setRun} />
          <Suspense key={resource} fallback={<PageSkeleton isPart />}>
            {resource !== ALL && (
              <BookView
                resource={resource}
                form={chosen?.label ?? resource}
                run={run?.verdicts}
                query={lateQuery}
                field={search.get("field")}
                onField={(pointer) => change("field", pointer)}
                onAll={() => change("resource", ALL)}
              />
            )}
            {resource === ALL &&
              (lateQuery.trim() === "" ? (
                <Typography>{translate("rulebook.all.start")}</Typography>
              ) : (
                <AllForms forms={resources} query={lateQuery} run={run?.verdicts} />
              ))}
          </Suspense>
        </>
      )}
    </>
  );
}

function hasForm(operations: readonly string[]): boolean {
  return operations.includes("create") || operations.includes("update");
}
