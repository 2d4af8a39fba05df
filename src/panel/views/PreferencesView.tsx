import ExpandMore from "@mui/icons-material/ExpandMore";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEventCallback } from "@mui/material/utils";
import { type ReactNode, useCallback, useDeferredValue, useId, useLayoutEffect, useMemo, useState } from "react";
import { useGetOne, useLocale, useTranslate } from "react-admin";
import { useParams } from "react-router";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { isAdminOnly, setsAdminOnly } from "../../core/telephony/preferences.ts";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { LeaveDialog, useLeaveGuard } from "../kit/LeaveDialog.tsx";
import { FormSkeleton } from "../kit/Skeletons.tsx";
import { useRecordTitle } from "../navigation/RecordTitle.tsx";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { fieldId } from "./form/fieldId.ts";
import { LoadState } from "./LoadError.tsx";
import {
  arrangePreferences,
  groupsToOpen,
  type PreferenceGroupView,
  toSearchWords,
} from "./preferences/arrangePreferences.ts";
import {
  type PreferenceChild,
  PreferenceChildPicker,
  resellerIdOfOwner,
  usePreferenceChild,
} from "./preferences/PreferenceChildPicker.tsx";
import { PreferenceRow } from "./preferences/PreferenceRow.tsx";
import { PreferenceSearch, useSearchParameter } from "./preferences/PreferenceSearch.tsx";
import { PreferenceSummary } from "./preferences/PreferenceSummary.tsx";
import styles from "./preferences/preferences.module.css";
import type { RelatedError, TypedValues } from "./preferences/usePreferenceEdit.ts";
import { useInherited, usePreferences, useSaveWithNotice } from "./preferences/usePreferences.ts";

/** The preferences of a record: grouped, searchable, each saved separately. */
export function PreferencesView({ resource }: { readonly resource: string }): ReactNode {
  const { id = "" } = useParams();
  const { descriptor } = useResource(resource);
  const owner = useGetOne<PanelRecord>(resource, { id, meta: { expand: descriptor.list.expand } });
  const child = usePreferenceChild(descriptor);
  // Drafts survive a change of location.
  const [typedBy] = useState(() => new Map<PreferenceChild["id"], TypedValues>());
  const titleRecord = owner.data ?? (owner.error ? { id } : undefined);
  useRecordTitle(titleRecord && recordTitle(descriptor.recordRepresentation, titleRecord));
  if (!descriptor.preferences) throw new Error(`${resource} has no preferences`);
  if (owner.data) {
    return (
      <Preferences
        key={JSON.stringify(child.query)}
        descriptor={descriptor}
        values={descriptor.preferences}
        owner={owner.data}
        child={child}
        typedValuesByChild={typedBy}
      />
    );
  }
  return <LoadState query={owner} question={{ resource, right: "read", record: { id } }} loading={<FormSkeleton />} />;
}

interface PreferencesProps {
  readonly descriptor: ResourceDescriptor;
  /** Resource that holds the values. */
  readonly values: string;
  readonly owner: PanelRecord;
  readonly child: PreferenceChild;
  readonly typedValuesByChild: Map<PreferenceChild["id"], TypedValues>;
}

function Preferences({ descriptor, values: resource, owner, child, typedValuesByChild }: PreferencesProps): ReactNode {
  const translate = useTranslate();
  const access = useAccess();
  const { defs, values, error, retry, save } = usePreferences(resource, owner.id, child.query);
  const inherited = useInherited({ descriptor, resource, owner, defs, values });
  const [typedValues] = useState((): TypedValues => typedValuesByChild.get(child.id) ?? new Map());
  typedValuesByChild.set(child.id, typedValues);
  const labels = useMemo(() => new Map(defs?.map(({ name, label }) => [name, label])), [defs]);
  const labelOf = useCallback((name: string) => labels.get(name) ?? name, [labels]);
  const [relatedErrors, setRelatedErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const showRelatedErrors = useCallback(
    (elsewhere: readonly RelatedError[]) => setRelatedErrors(new Map(elsewhere.map(({ name, text }) => [name, text]))),
    [],
  );
  const saveWithNotice = useSaveWithNotice({ save, values, labelOf });
  const guard = useLeaveGuard(
    useCallback(() => [...typedValuesByChild.values()].some(({ size }) => size > 0), [typedValuesByChild]),
    // A different search is still the same page.
    ({ pathname }) => pathname,
  );
  const { groups, words, isNarrowed, search, showAll, isOpen, toggle, open } = useShownGroups(defs, values, guard);

  if (!defs || !values) {
    const question = { resource: descriptor.name, right: "read", record: owner } as const;
    return <LoadState query={{ error, refetch: retry }} question={question} loading={<FormSkeleton />} />;
  }
  const mayAll = setsAdminOnly(access.role);
  const canChange = access.can(descriptor, "update", { record: owner });
  const shared = {
    ...{ resource, ownerId: owner.id, resellerId: resellerIdOfOwner(descriptor, owner), words, typedValues, labelOf },
    ...{ isInheriting: descriptor.inheritsPreferences !== undefined, save: saveWithNotice, showRelatedErrors },
  };
  return (
    <Stack spacing={2} className={styles.groups}>
      <Typography variant="h1">
        {translate("forms.preferences.title", { title: recordTitle(descriptor.recordRepresentation, owner) })}
      </Typography>
      <PreferenceChildPicker descriptor={descriptor} owner={owner} child={child} />
      {defs.length === 0 ? (
        <Alert severity="info">{translate("forms.preferences.empty")}</Alert>
      ) : (
        <PreferenceSearch {...search} matchCount={groups.reduce((sum, group) => sum + group.defs.length, 0)} />
      )}
      {!isNarrowed && (
        <PreferenceSummary defs={defs} values={values} inherited={inherited} onOpen={({ name }) => open(name)} />
      )}
      {defs.length > 0 && groups.length === 0 && <NothingFound onShowAll={showAll} />}
      {groups.map((group) => (
        <PreferenceGroup
          key={group.name}
          group={group}
          isOpen={isOpen(group.name)}
          onToggle={() => toggle(group.name, !isOpen(group.name))}
        >
          {() =>
            group.defs.map((def) => (
              <PreferenceRow
                key={def.name}
                {...shared}
                def={def}
                storedValue={values[def.name]}
                canChange={canChange && (mayAll || !isAdminOnly(def.name))}
                inherited={inherited?.[def.name]}
                relatedError={relatedErrors.get(def.name)}
                onOpen={open}
              />
            ))
          }
        </PreferenceGroup>
      ))}
      <LeaveDialog guard={guard} text="forms.preferences.leave" />
    </Stack>
  );
}

type LoadedPreferences = ReturnType<typeof usePreferences>;

/** The groups that a search and "only those that are set" leave, and which of them are open. */
function useShownGroups(
  defs: LoadedPreferences["defs"],
  values: LoadedPreferences["values"],
  guard: ReturnType<typeof useLeaveGuard>,
) {
  const locale = useLocale();
  const [text, setText] = useSearchParameter("search", guard);
  const [onlySet, setOnlySet] = useState(false);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [wantedRow, setWantedRow] = useState<{ readonly name: string } | null>(null);
  // With the render that shows it: its group has opened by then, and a search that hid it has ended.
  useLayoutEffect(() => {
    const row = wantedRow && document.getElementById(fieldId(`/${wantedRow.name}`));
    if (!row) return;
    row.focus();
    setWantedRow(null);
  });

  // Typing has priority; the rows are deferred.
  const deferredText = useDeferredValue(text);
  const words = useMemo(() => toSearchWords(deferredText), [deferredText]);
  const groups = useMemo(
    () => (defs && values ? arrangePreferences(defs, values, { words, onlySet, locale }) : []),
    [defs, values, words, onlySet, locale],
  );
  const isNarrowed = words.length > 0 || onlySet;
  const opened = useMemo(() => (isNarrowed ? groupsToOpen(groups) : new Set<string>()), [groups, isNarrowed]);
  const toggle = (group: string, isOpen: boolean) => setToggled((previous) => new Map([...previous, [group, isOpen]]));
  const narrow = (next: { readonly text?: string; readonly onlySet?: boolean }) => {
    if (next.text !== undefined) setText(next.text);
    if (next.onlySet !== undefined) setOnlySet(next.onlySet);
    // Groups opened by hand belong to the previous results.
    setToggled(new Map());
  };

  // Stable, as rows are rendered by the hundred.
  const open = useEventCallback((name: string) => {
    const group = defs?.find((def) => def.name === name)?.preference_group;
    if (group === undefined) return;
    // It may not match what is searched for.
    if (!groups.some((shownGroup) => shownGroup.defs.some((def) => def.name === name))) {
      setText("");
      setOnlySet(false);
    }
    toggle(group, true);
    setWantedRow({ name });
  });

  return {
    ...{ groups, words, isNarrowed, toggle, open },
    isOpen: (group: string) => toggled.get(group) ?? opened.has(group),
    search: {
      ...{ text, onlySet },
      onText: (next: string) => narrow({ text: next }),
      onOnlySet: (next: boolean) => narrow({ onlySet: next }),
    },
    showAll: () => narrow({ text: "", onlySet: false }),
  };
}

function NothingFound({ onShowAll }: { readonly onShowAll: () => void }): ReactNode {
  const translate = useTranslate();
  const button = (
    <Button size="small" color="inherit" onClick={onShowAll}>
      {translate("forms.preferences.showAll")}
    </Button>
  );
  return (
    <Alert severity="info" action={button}>
      {translate("forms.preferences.nothing")}
    </Alert>
  );
}

interface PreferenceGroupProps {
  readonly group: PreferenceGroupView;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Rendered only while the group is open: closed ones cost nothing. */
  readonly children: () => ReactNode;
}

/** A collapsible group of preferences. */
function PreferenceGroup({ group, isOpen, onToggle, children }: PreferenceGroupProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={`${id}-title`}>
      <Typography variant="h2" component="h2" id={`${id}-title`}>
        <ButtonBase
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-content` : undefined}
          onClick={onToggle}
          className={`row full text-start ${styles.fold}`}
        >
          <ExpandMore aria-hidden fontSize="small" className="fold-arrow" />
          <span className="shrink anywhere">{group.name}</span>
          <Typography component="span" variant="caption" color="textSecondary">
            {translate("forms.preferences.count", { smart_count: group.defs.length, set: group.set })}
          </Typography>
        </ButtonBase>
      </Typography>
      {isOpen && (
        <div id={`${id}-content`} className={styles.group}>
          {children()}
        </div>
      )}
    </Paper>
  );
}
