import CheckIcon from "@mui/icons-material/Check";
import CloseIcon from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type { FirstStep } from "../../../core/api/dashboardResponse.ts";
import { nameKey } from "../../navigation/labels.ts";
import { pathTo } from "../../navigation/paths.ts";
import type { Detour } from "../../views/form/returnNavigation.ts";
import dashboardStyles from "./dashboard.module.css";
import styles from "./firstSteps.module.css";

interface FirstStepsCardProps {
  /** Sorted as they are to be taken. */
  readonly steps: readonly FirstStep[];
  readonly isDismissing: boolean;
  readonly onDismiss: () => void;
}

/** The steps of setting up a platform, each a link to its form, with those that are done and the next one marked. */
export function FirstStepsCard({ steps, isDismissing, onDismiss }: FirstStepsCardProps) {
  const translate = useTranslate();
  const titleId = useId();
  const done = steps.filter(({ id }) => id !== null).length;
  const next = steps.find(({ id }) => id === null);
  const dismissText = translate("firstSteps.dismiss");
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={titleId}
      className={`below-12 pad-12-16 ${dashboardStyles.first}`}
    >
      <div className={`row gap-4 across-16 middle below-4 ${dashboardStyles.head}`}>
        <Typography variant="h2" id={titleId} className="grow">
          {translate("firstSteps.title")}
        </Typography>
        <span className="note unbroken">{translate("firstSteps.progress", { done, all: steps.length })}</span>
        <IconButton
          size="small"
          aria-label={dismissText}
          title={dismissText}
          disabled={isDismissing}
          onClick={onDismiss}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </div>
      <ol className={`stack across-24 ${styles.steps}`}>
        {steps.map((step, index) => {
          const { resource, id } = step;
          const state = id !== null ? "done" : step === next ? "next" : "later";
          return (
            <li
              key={resource}
              className={`stack gap-2 across-8 packed shrink ${styles.step} ${styles[state] ?? ""}`}
              aria-current={state === "next" ? "step" : undefined}
            >
              <span className={`note strong line centred ${styles.mark}`} aria-hidden="true">
                {state === "done" ? <CheckIcon fontSize="inherit" /> : index + 1}
              </span>
              <span className="row gap-2 across-8 shrink">
                <Link
                  component={RouterLink}
                  to={formPath(resource, steps)}
                  state={andBack}
                  className={`anywhere hyphens tall ${state === "next" ? "strong" : ""}`}
                >
                  {translate(nameKey(resource), { smart_count: 1 })}
                </Link>
                {state !== "later" && (
                  <span className={`text-12 tall ${state === "done" ? "success" : "accent"}`}>
                    {translate(`firstSteps.${state}`)}
                  </span>
                )}
              </span>
              <span className="note tight second">{translate(`firstSteps.about.${resource}`)}</span>
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}

/** Forms return to the dashboard, where the next step is. */
const andBack = { returnTo: { url: "/dashboard", fieldId: "" } } satisfies Detour;

/** The record of an earlier step that a form takes from the URL of its form. */
const takes: Partial<
  Record<FirstStep["resource"], { readonly parameter: string; readonly from: FirstStep["resource"] }>
> = {
  domains: { parameter: "reseller_id", from: "resellers" },
  billingprofiles: { parameter: "reseller_id", from: "resellers" },
  customers: { parameter: "reseller_id", from: "resellers" },
  subscribers: { parameter: "customer_id", from: "customers" },
};

/** Returns the path of a step's form, with what earlier steps have made filled in. */
function formPath(resource: FirstStep["resource"], steps: readonly FirstStep[]): string {
  const path = pathTo(resource, "create") ?? "/";
  const preset = takes[resource];
  const id = steps.find((step) => step.resource === preset?.from)?.id ?? null;
  return preset && id !== null ? `${path}?${new URLSearchParams({ [preset.parameter]: String(id) })}` : path;
}
