import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Draft, deleteDraft, draftKey, readDraft, storeDraft } from "./drafts.ts";
import type { PanelForm } from "./resolver.ts";

interface DraftStoreOptions {
  readonly form: PanelForm;
  readonly url: string;
  /** The unsaved input; null when there is none. */
  readonly unsaved: () => Draft | null;
  /** Fields never stored. */
  readonly secrets: ReadonlySet<string>;
}

const pauseMs = 300;

/** The draft that a form at this URL starts with. */
export function useStoredDraft(url: string): Draft | null {
  const [draft] = useState(() => readDraft(draftKey(url)));
  return draft;
}

/** Keeps what is typed, so that a reload, a lost session or a detour to another form costs nothing. */
export function useDraftStore({ form, url, unsaved, secrets }: DraftStoreOptions) {
  const key = draftKey(url);
  const isOver = useRef(false);
  const keepNow = () => {
    if (isOver.current) return;
    const draft = unsaved();
    if (draft) storeDraft(key, draft, secrets);
    else deleteDraft(key);
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
    /** Saves the draft now: before a detour. */
    keepNow,
    /** Removes the saved or discarded draft; later input is kept again. */
    forget: () => deleteDraft(key),
    /** Same as above, as the form's last act. */
    abandon: () => {
      isOver.current = true;
      deleteDraft(key);
    },
  };
}
