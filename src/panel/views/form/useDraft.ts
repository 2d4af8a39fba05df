import { useEventCallback } from "@mui/material/utils";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { setAtPointer } from "../../../core/schema/valueAt.ts";
import { useLeaveGuard } from "../../kit/LeaveDialog.tsx";
import { type Draft, deleteDraft, draftKey, holdsSecret, readDraft, storeDraft } from "./drafts.ts";
import { pointerOf, topField } from "./fieldId.ts";
import type { FormPart } from "./formParts.ts";
import {
  type Detour,
  detourOf,
  discardUnfinishedForm,
  saveUnfinishedForm,
  unfinishedForms,
} from "./returnNavigation.ts";
import { pick, putIn, type RecordForm } from "./useRecordForm.ts";

const pauseMs = 300;

/** The draft that the form at this URL starts with. */
export function useStoredDraft(): Draft | null {
  const url = useUrl();
  const [draft] = useState(() => readDraft(draftKey(url)));
  return draft;
}

/** Keeps what is typed, so that a reload, a lost session or a detour to another form costs nothing. */
export function useDraft(recordForm: RecordForm, parts: readonly FormPart[], draft: Draft | null) {
  const { form, descriptor, unsaved, baseNow } = recordForm;
  const key = draftKey(useUrl());
  const isOver = useRef(false);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const keepNow = () => {
    if (isOver.current) return;
    const values = unsaved();
    const names = Object.keys(values);
    const { record, start } = baseNow();
    if (names.length === 0) return deleteDraft(key);
    const secrets = secretPaths(descriptor.fields, parts);
    storeDraft(key, { values, base: pick(start, names), etag: record?._etag }, secrets);
  };
  const onPause = useEffectEvent(keepNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onLeave = () => onPause();
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(onLeave, pauseMs);
      },
    });
    window.addEventListener("pagehide", onLeave);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener("pagehide", onLeave);
      onLeave();
    };
  }, [form]);
  return {
    isRestored,
    /** Saves the draft now: before a detour. */
    keepNow,
    /** Removes the saved or discarded draft; later input is kept again. */
    forget: () => {
      deleteDraft(key);
      setIsRestored(false);
    },
    /** Same as above, as the form's last act. */
    abandon: () => {
      isOver.current = true;
      deleteDraft(key);
    },
  };
}

/** Ways out of a form: to the form of a missing record, back with it, and away for good, if what is typed may be lost. */
export function useWaysOut({ form, changed }: RecordForm, title: string, keepDraft: () => void) {
  const navigate = useNavigate();
  const url = useUrl();
  const { state: routerState } = useLocation();
  const isFree = useRef(false);
  const guard = useLeaveGuard(() => !isFree.current && changed().length > 0);
  const [cameBack] = useState(() => detourOf(routerState).cameBack);
  // Users who left it for another form know its content; others come back with a field to look at only.
  const [isAwaited] = useState(() => unfinishedForms().some((unfinished) => unfinished.url === url));
  const arrive = useEffectEvent(() => {
    if (!cameBack) return;
    const { returnTo } = detourOf(routerState);
    const pointer = pointerOf(cameBack.fieldId);
    if (cameBack.createdId !== undefined) {
      const next = setAtPointer(form.getValues(), pointer, cameBack.createdId);
      putIn(form, pick(next, [topField(pointer)]));
    }
    // Only once: a reload must not apply it again.
    navigate(url, { replace: true, state: returnTo ? { returnTo } : null });
    document.getElementById(cameBack.fieldId)?.focus();
  });
  useEffect(() => arrive(), []);
  useEffect(() => discardUnfinishedForm(url), [url]);
  // Stable: a form may have hundreds of pickers that offer it.
  const leaveToCreate = useEventCallback((target: string, fieldId: string) => {
    keepDraft();
    if (changed().length > 0) saveUnfinishedForm({ url, title, state: routerState });
    isFree.current = true;
    navigate(target, { state: { returnTo: { url, fieldId, outer: detourOf(routerState).returnTo } } satisfies Detour });
  });
  return {
    guard,
    /** The user left it for another form, and is back. */
    isBack: cameBack !== undefined && isAwaited,
    /** Leaves for the form of a missing record, and comes back with it. */
    leaveToCreate,
  };
}

/** Fields that are never stored in a draft, those of parts by path. */
function secretPaths(fields: readonly FieldDescriptor[], parts: readonly FormPart[]): ReadonlySet<string> {
  const secretNames = (all: readonly FieldDescriptor[]) => all.filter(holdsSecret).map(({ name }) => name);
  const inParts = parts.flatMap(({ name, module }) =>
    secretNames(module.descriptor.fields).map((secret) => `${name}.${secret}`),
  );
  return new Set([...secretNames(fields), ...inParts]);
}

function useUrl(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}
