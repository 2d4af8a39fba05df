import { useStore } from "ra-core";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useFacts } from "../providers/FactsContext.tsx";
import { addTexts } from "../providers/i18nProvider.ts";
import { onUnfinishedChange, unfinishedAt, unfinishedForms } from "./unfinishedForms.ts";

const load = async () => (await Promise.all([import("./notices.tsx"), addTexts("notices")]))[0];
const OlderPanelNotice = lazy(async () => ({ default: (await load()).OlderPanelNotice }));
const UnfinishedNotice = lazy(async () => ({ default: (await load()).UnfinishedNotice }));

/** What stays said above the page until it is done with: that there is an older panel, that a form waits. */
export function ShellNotices() {
  const { hasOlderPanel, admin } = useFacts();
  // Remembered on this machine, for each person: a taste, which a logout leaves alone.
  const [isDismissed, setIsDismissed] = useStore(`taste.olderPanelNotice.${admin.id}`, false);
  useSyncExternalStore(onUnfinishedChange, unfinishedForms);
  const unfinished = unfinishedAt(useLocation());
  return (
    <Suspense>
      {unfinished && <UnfinishedNotice form={unfinished} />}
      {hasOlderPanel && !isDismissed && <OlderPanelNotice onDismiss={() => setIsDismissed(true)} />}
    </Suspense>
  );
}
