import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocale, useNotify, useStore, useTranslate } from "react-admin";
import { Link } from "react-router";
import { firstSteps } from "../../../core/api/dashboardResponse.ts";
import { nameKey } from "../../navigation/labels.ts";
import { type ListFilter, listPath } from "../../navigation/listPath.ts";
import { dismissFirstSteps, loadFirstRecords, loadFirstSteps } from "../../providers/dashboard.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { legacyResourceOf } from "../../providers/legacyResources.ts";
import { type Access, mayUse, useAccess } from "../../providers/StartupDataContext.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { AttentionTile, attentionChecks } from "./AttentionTile.tsx";
import { CallsTile } from "./CallsTile.tsx";
import styles from "./dashboard.module.css";
import { AccountTile, ChangesTile, NewestTile, UpcomingTile } from "./RecordTiles.tsx";
import { dashboardKey, TileError, useTile } from "./Tile.tsx";

/** The dashboard: counts, what needs attention, recent and upcoming events. */
export function DashboardPage() {
  const translate = useTranslate();
  const access = useAccess();
  const title = translate("app.page.dashboard");
  useDocumentTitle([title]);
  const plan = planDashboard(access);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Typography variant="h1" ref={heading} tabIndex={-1} className="below-12">
        {title}
      </Typography>
      {plan.hasFirstSteps && <FirstSteps onDismissed={() => heading.current?.focus()} />}
      {plan.counts.length > 0 && <CountStrip counts={plan.counts} />}
      <div className={`stack above-12 ${styles.grid}`}>
        {plan.hasCalls && <CallsTile />}
        {(plan.questions.length > 0 || plan.hasSystem) && (
          <AttentionTile questions={plan.questions} hasSystem={plan.hasSystem} />
        )}
        {plan.hasChanges && <ChangesTile />}
        {plan.newest.length > 0 && <NewestTile resources={plan.newest} />}
        {plan.hasUpcoming && <UpcomingTile />}
        {plan.hasAccount && <AccountTile />}
      </div>
    </>
  );
}

/** The parts of the dashboard for a user: by rights on its cards and on resources, and by the platform's features. */
function planDashboard(access: Access) {
  const canSee = (resource: string) => mayUse(access, resource);
  const isOurs = hasExtension("dashboard");
  const visibleCounts = counts.filter(({ resource, card }) => canSee(resource) && access.canOpen(card));
  return {
    counts: visibleCounts,
    questions: attentionChecks.filter(({ resource, isExtension }) => canSee(resource) && (isOurs || !isExtension)),
    hasSystem: access.canOpen("page.dashboard.card.systemstat"),
    hasCalls: isOurs && canSee("calls"),
    hasChanges: isOurs && access.can(legacyResourceOf("journals"), "read"),
    hasUpcoming: isOurs,
    hasFirstSteps: isOurs && firstSteps.every((resource) => mayUse(access, resource, "create")),
    // Users with records to work on see those; others only have their own logins.
    hasAccount: visibleCounts.length === 0 && hasExtension("sessions"),
    newest: ["customers", "subscribers"].filter(canSee),
  };
}

/** The number of records per resource, linked to their lists. */
function CountStrip({ counts }: { readonly counts: readonly Count[] }) {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      component="ul"
      aria-label={translate("dashboard.counts")}
      className={`row gap-0 cut ${styles.counts}`}
    >
      {counts.map((count) => (
        <CountCell key={count.resource} count={count} />
      ))}
    </Paper>
  );
}

function CountCell({ count: { resource, filter } }: { readonly count: Count }) {
  const translate = useTranslate();
  const locale = useLocale();
  const query = useTile(["count", resource], (signal) => loadFirstRecords(resource, { ...filter }, 1, signal));
  const name = translate(nameKey(resource), { smart_count: 2 });
  return (
    <li className="relative">
      <Link to={listPath(resource) ?? "/"} className={`block ring-inside ${styles.count}`}>
        <span className={`block strong ${styles.number}`}>
          {query.isPending ? (
            <Skeleton width={48} />
          ) : query.isError ? (
            <span role="img" aria-label={translate("dashboard.notCounted")} title={translate("dashboard.notCounted")}>
              –
            </span>
          ) : (
            query.data.total.toLocaleString(locale)
          )}
        </span>
        <span className={`block quiet text-13 anywhere hyphens ${styles.label}`}>{name}</span>
      </Link>
      {query.isError && (
        <button
          type="button"
          className={`flat accent text-12 absolute ${styles.again}`}
          onClick={() => query.refetch()}
        >
          {translate("dashboard.retry")}
        </button>
      )}
    </li>
  );
}

/** A counted resource, on the legacy dashboard's card that shows it. */
interface Count {
  readonly resource: string;
  /** Right on the card, in addition to the one on the resource. */
  readonly card: string;
  /** The list's default filters apply to the count as well. */
  readonly filter?: ListFilter;
}

const card = (name: string) => `page.dashboard.card.${name}`;

export const counts: readonly Count[] = [
  { resource: "resellers", card: card("reseller"), filter: { status: "active,locked" } },
  { resource: "customers", card: card("customer"), filter: { status: "active,locked,pending" } },
  { resource: "subscribers", card: card("customer") },
  { resource: "domains", card: card("domain") },
  { resource: "customercontacts", card: card("customer") },
  { resource: "contracts", card: card("reseller") },
  { resource: "peeringgroups", card: card("peering") },
  { resource: "billingprofiles", card: card("billing.customerRevenue") },
  { resource: "rewriterulesets", card: card("domain") },
];

const key = ["firststeps"];

/** The steps and what shows them; null: there are none. Most platforms are set up and never load the card with its texts. */
async function loadSteps(signal: AbortSignal) {
  const steps = await loadFirstSteps(signal);
  if (steps.length === 0) return null;
  const [{ FirstStepsCard }] = await Promise.all([import("./FirstStepsCard.tsx"), addTexts("firstSteps")]);
  return { steps, Card: FirstStepsCard };
}

/** Steps that a new platform needs, until all are done or the user dismisses them. */
function FirstSteps({ onDismissed }: { readonly onDismissed: () => void }): ReactNode {
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
    onError: (error) => notify(requestErrorText(translate, error), { type: "error" }),
  });
  // A user who comes back has just made something: steps as they were before would lead to forms without it.
  if (!query.isFetchedAfterMount)
    return wereShown ? <Skeleton variant="rounded" className={`below-12 ${styles.first}`} /> : null;
  if (query.data) {
    const { steps, Card } = query.data;
    return <Card steps={steps} isDismissing={dismissal.isPending} onDismiss={() => dismissal.mutate()} />;
  }
  if (!query.isError || wereShown === false) return null;
  return (
    <Paper variant="outlined" className={`below-12 pad-12-16 ${styles.first}`}>
      <TileError error={query.error} onRetry={() => query.refetch()} />
    </Paper>
  );
}
