import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { useAccess } from "../../providers/FactsContext.tsx";
import { useDocumentTitle } from "../../shell/useDocumentTitle.ts";
import { AccountTile } from "./AccountTile.tsx";
import { AttentionTile } from "./AttentionTile.tsx";
import { CallsTile } from "./CallsTile.tsx";
import { ChangesTile } from "./ChangesTile.tsx";
import { CountStrip } from "./CountStrip.tsx";
import { NewestTile } from "./NewestTile.tsx";
import { planDashboard } from "./plan.ts";
import { UpcomingTile } from "./UpcomingTile.tsx";
import "./dashboard.css";

/** The first page: how much there is, what needs somebody, what happened and what will. */
export function DashboardPage() {
  const translate = useTranslate();
  const access = useAccess();
  const title = translate("app.page.dashboard");
  useDocumentTitle([title]);
  const plan = planDashboard(access);
  return (
    <>
      <Typography variant="h1" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {plan.counts.length > 0 && <CountStrip counts={plan.counts} />}
      <div className="dash-grid">
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
