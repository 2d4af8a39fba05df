import { summaries } from "../../../generated/index.gen.ts";

import { isOffered } from "../../providers/extensions.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { pendingOf } from "../../providers/pending.ts";
import { type Count, counts } from "./counts.ts";
import { type Question, questions } from "./questions.ts";

/** What of the dashboard a person gets to see: by rights on its cards and on resources, and by what the platform offers. */
export interface DashboardPlan {
  readonly counts: readonly Count[];
  readonly questions: readonly Question[];
  readonly hasSystem: boolean;
  readonly hasCalls: boolean;
  readonly hasChanges: boolean;
  readonly hasUpcoming: boolean;
  readonly hasAccount: boolean;
  /** Resources whose newest records are shown. */
  readonly newest: readonly string[];
}

export function planDashboard(access: Access): DashboardPlan {
  const canSee = (resource: string) => {
    const summary = summaries[resource];
    return summary !== undefined && access.can(summary, "read") && access.findLack(summary) === null;
  };
  const isOurs = isOffered("dashboard");
  const shown = counts.filter(({ resource, card }) => canSee(resource) && access.canOpen(card));
  return {
    counts: shown,
    questions: questions.filter(({ resource, isExtension }) => canSee(resource) && (isOurs || !isExtension)),
    hasSystem: access.canOpen("page.dashboard.card.systemstat"),
    hasCalls: isOurs && canSee("calllists"),
    hasChanges: isOurs && access.can(pendingOf("journals"), "read"),
    hasUpcoming: isOurs,
    // Whoever has records to work with sees them; the own logins are all that the others have.
    hasAccount: shown.length === 0 && isOffered("sessions"),
    newest: ["customers", "subscribers"].filter(canSee),
  };
}
