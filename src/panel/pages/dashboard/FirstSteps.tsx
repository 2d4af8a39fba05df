import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useNotify, useStore, useTranslate } from "react-admin";
import { dismissFirstSteps, readFirstSteps } from "../../providers/dashboard.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import styles from "./dashboard.module.css";
import { dashboardKey, TileProblem, useTile } from "./Tile.tsx";

const key = ["firststeps"];

/** The steps and what shows them; null: there are none. Most platforms are set up and never load the card with its texts. */
async function loadSteps(signal: AbortSignal) {
  const steps = await readFirstSteps(signal);
  if (steps.length === 0) return null;
  const [{ FirstStepsCard }] = await Promise.all([import("./FirstStepsCard.tsx"), addTexts("firstSteps")]);
  return { steps, Card: FirstStepsCard };
}

/** What a new platform needs, until all of it is there or the user dismisses it. */
export function FirstSteps({ onDismissed }: { readonly onDismissed: () => void }): ReactNode {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Space is kept only where the steps were shown before: elsewhere the dashboard would move up again.
  const [wereShown, setWereShown] = useStore<boolean | null>("preferences.firstSteps", null);
  const query = useTile(key, loadSteps);
  const isShown = query.data === undefined ? undefined : query.data !== null;
  useEffect(() => {
    if (isShown !== undefined) setWereShown(isShown);
  }, [isShown, setWereShown]);
  const dismissal = useMutation({
    mutationFn: dismissFirstSteps,
    onSuccess: () => {
      queryClient.setQueryData(dashboardKey(key), null);
      onDismissed();
    },
    onError: (error) => notify(refusalText(translate, error), { type: "error" }),
  });
  // Who comes back has just made something: steps as they were before would lead to forms without it.
  if (!query.isFetchedAfterMount)
    return wereShown ? <Skeleton variant="rounded" className={`below-12 ${styles.first}`} /> : null;
  if (query.data) {
    const { steps, Card } = query.data;
    return <Card steps={steps} isDismissing={dismissal.isPending} onDismiss={() => dismissal.mutate()} />;
  }
  if (!query.isError || wereShown === false) return null;
  return (
    <Paper variant="outlined" className={`below-12 pad-12-16 ${styles.first}`}>
      <TileProblem error={query.error} onRetry={() => query.refetch()} />
    </Paper>
  );
}
