import { useCallback, useEffect, useRef, useState } from "react";
import type { WireRecord } from "../../../core/descriptor.ts";
import { draftKey, forgetDraft, keepDraft, readDraft } from "./drafts.ts";
import type { ResourceFormState } from "./useResourceForm.ts";

interface DraftOptions {
  readonly state: Pick<ResourceFormState, "form" | "changed" | "record" | "recordNow" | "startNow" | "restart">;
  readonly address: string;
  /** Fields that must not be stored. */
  readonly secrets: ReadonlySet<string>;
}

interface DraftControl {
  /** Something typed earlier was put back. */
  readonly isRestored: boolean;
  /** Keeps what is there now: before going elsewhere and coming back. */
  readonly keepNow: () => void;
  /** What was typed is saved or not wanted any more; typing goes on being kept. */
  readonly forget: () => void;
  /** The same, as the last thing this form does. */
  readonly abandon: () => void;
}

const pauseMs = 300;

/** Keeps what is typed, so that a reload, a lost session or a detour to another form costs nothing. */
export function useDraft({ state, address, secrets }: DraftOptions): DraftControl {
  const { form, changed, record, recordNow, startNow, restart } = state;
  const key = draftKey(address);
  const [isRestored, setIsRestored] = useState(false);
  const isOver = useRef(false);

  const keepNow = useCallback(() => {
    if (isOver.current) return;
    const names = changed();
    if (names.length === 0) return forgetDraft(key);
    const only = (from: WireRecord) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    const values = only(form.getValues() as WireRecord);
    keepDraft(key, { values, base: only(startNow()), etag: recordNow()?._etag }, secrets);
  }, [key, changed, form, recordNow, startNow, secrets]);

  const restore = useRef(() => {
    const draft = readDraft(key);
    if (!draft) return;
    // Based on the version it was typed over: if that is not the stored one any more, saving must tell.
    restart(record && draft.etag ? { ...record, ...draft.base, _etag: draft.etag } : record, draft.values);
    setIsRestored(true);
  });
  useEffect(() => restore.current(), []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(keepNow, pauseMs);
      },
    });
    window.addEventListener("pagehide", keepNow);
    return () => {
      stop();
      clearTimeout(timer);
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [form, keepNow]);

  const forget = useCallback(() => {
    forgetDraft(key);
    setIsRestored(false);
  }, [key]);
  const abandon = useCallback(() => {
    isOver.current = true;
    forgetDraft(key);
  }, [key]);
  return { isRestored, keepNow, forget, abandon };
}
