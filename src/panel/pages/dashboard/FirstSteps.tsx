import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useNotify, useStore, useTranslate } from "react-admin";
import type { FirstStep } from "../../../core/dashboardAnswers.ts";
import { dismissFirstSteps, readFirstSteps } from "../../providers/dashboard.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { dashboardKey, TileProblem, useTile } from "./Tile.tsx";

/** Most platforms are set up: only a new one loads the steps and their texts. */
const Card = lazy(async () => {
  const [{ FirstStepsCard }] = await Promise.all([import("./FirstStepsCard.tsx"), addTexts("firstSteps")]);
  return { default: FirstStepsCard };
});

const key = ["firststeps"];
const none: readonly FirstStep[] = [];

/** What a new platform needs, until all of it is there or the user dismisses it. */
export function FirstSteps({ onDismissed }: { readonly onDismissed: () => void }): ReactNode {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  // Space is kept only where the steps were shown before: elsewhere the dashboard would move up again.
  const [wereShown, setWereShown] = useStore<boolean | null>("preferences.firstSteps", null);
  const query = useTile(key, readFirstSteps);
  const isShown = query.data && query.data.length > 0;
  useEffect(() => {
    if (isShown !== undefined) setWereShown(isShown);
  }, [isShown, setWereShown]);
  const dismissal = useMutation({
    mutationFn: dismissFirstSteps,
    onSuccess: () => {
      queryClient.setQueryData(dashboardKey(key), none);
      onDismissed();
    },
    onError: (error) => notify(refusalText(translate, error), { type: "error" }),
  });
  const space = wereShown ? <Skeleton variant="rounded" className="dash-first" /> : null;
  if (query.isPending) return space;
  if (query.isError && !query.data) {
    if (wereShown === false) return null;
    return (
      <Paper variant="outlined" className="dash-first">
        <TileProblem error={query.error} onRetry={() => query.refetch()} />
      </Paper>
    );
  }
  if (!isShown) return null;
  return (
    <Suspense fallback={space}>
      <Card steps={query.data} isDismissing={dismissal.isPending} onDismiss={() => dismissal.mutate()} />
    </Suspense>
  );
}
