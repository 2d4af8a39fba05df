import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { useGetOne } from "react-admin";
import { recordTitle } from "../../core/values/recordTitle.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { summaryOf, titleMeta } from "../providers/summaries.ts";
import styles from "../ui/page.module.css";

interface RecordTitleState {
  readonly title: string | undefined;
  readonly setTitle: (title: string | undefined) => void;
}

const RecordTitleContext = createContext<RecordTitleState>({ title: undefined, setTitle: () => {} });

/** Lets a view set its record's title for breadcrumbs and tab. One per page. */
export function RecordTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string>();
  const state = useMemo(() => ({ title, setTitle }), [title]);
  return <RecordTitleContext value={state}>{children}</RecordTitleContext>;
}

/** Called by views of a single record, with its title once known. */
export function useRecordTitle(title: string | undefined): void {
  const { setTitle } = useContext(RecordTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}

/**
 * The heading that react-admin's `Title` fills, in screens of its own components. What it says names the record in
 * breadcrumbs and tab.
 */
export function LibraryTitle() {
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [text, setText] = useState<string>();
  useEffect(() => {
    if (!heading) return;
    const observer = new MutationObserver(() => setText(heading.textContent || undefined));
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [heading]);
  useRecordTitle(text);
  // biome-ignore lint/a11y/useHeadingContent: react-admin fills it.
  return <h1 id="react-admin-title" ref={setHeading} className={styles.heading} />;
}

/** A record and its title: undefined while loading, and the id where it has none. */
export function useNamedRecord(
  resource: string | undefined,
  id: string | undefined,
): { readonly name: string | undefined; readonly record: PanelRecord | undefined } {
  const access = useAccess();
  const summary = resource === undefined ? undefined : summaryOf(resource);
  const { data, isLoading } = useGetOne<PanelRecord>(
    resource ?? "",
    { id, ...(resource === undefined ? {} : titleMeta(resource)) },
    {
      enabled: summary !== undefined && id !== undefined && access.can(summary, "read", { record: { id: id ?? null } }),
    },
  );
  const name =
    summary && !isLoading ? recordTitle(summary.recordRepresentation, { ...data, id: id ?? null }) : undefined;
  return { name, record: data };
}

export function useCurrentRecordTitle(): string | undefined {
  return useContext(RecordTitleContext).title;
}
