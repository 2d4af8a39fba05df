import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";

interface RecordTitleState {
  readonly title: string | undefined;
  readonly setTitle: (title: string | undefined) => void;
}

const RecordTitleContext = createContext<RecordTitleState>({ title: undefined, setTitle: () => {} });

/** Lets a view tell the breadcrumbs and the tab what its record is called. One a page. */
export function RecordTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string>();
  const state = useMemo(() => ({ title, setTitle }), [title]);
  return <RecordTitleContext value={state}>{children}</RecordTitleContext>;
}

/** Called by views that show one record, with its title once that is known. */
export function useRecordTitle(title: string | undefined): void {
  const { setTitle } = useContext(RecordTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}

export function useCurrentRecordTitle(): string | undefined {
  return useContext(RecordTitleContext).title;
}
