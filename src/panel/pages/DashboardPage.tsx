import { Box, Link, Paper, Skeleton, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useTranslate } from "ra-core";
import { Navigate, Link as RouterLink } from "react-router";
import type { ResourceSummary } from "../../core/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { toRefused } from "../explain/question.ts";
import { pathTo } from "../paths.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { nameKey } from "../resource/labels.ts";
import { iconOf } from "../shell/icons.ts";
import { useDocumentTitle } from "../shell/useDocumentTitle.ts";

/** The first page: what there is to work with, and how much of it. */
export function DashboardPage() {
  const translate = useTranslate();
  const access = useAccess();
  const title = translate("app.page.dashboard");
  useDocumentTitle([title]);
  if (!access.canOpen("page.dashboard")) {
    return <Navigate to="/error403" replace state={toRefused({ page: "page.dashboard", right: "read" })} />;
  }
  const shown = Object.values(summaries)
    .filter((summary) => summary.menu && access.can(summary, "read") && access.findLack(summary) === null)
    .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0));
  return (
    <>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "repeat(auto-fill, minmax(220px, 1fr))" }}>
        {shown.map((summary) => (
          <CountCard key={summary.name} summary={summary} />
        ))}
      </Box>
    </>
  );
}

function CountCard({ summary }: { summary: ResourceSummary }) {
  const translate = useTranslate();
  const access = useAccess();
  const { name, icon, operations } = summary;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const { data: total, isPending } = useQuery({
    queryKey: [name, "count"],
    queryFn: () => dataProvider.count(name),
  });
  const Icon = iconOf(icon);
  const list = pathTo(name, "list") ?? "/";
  const create = operations.includes("create") && access.can(summary, "create") ? pathTo(name, "create") : null;
  return (
    <Paper variant="outlined" sx={{ display: "flex", alignItems: "center", gap: 1.5, px: 2, py: 1.5 }}>
      <Icon sx={{ color: "text.secondary" }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link component={RouterLink} to={list} noWrap sx={{ display: "block" }}>
          {translate(nameKey(name), { smart_count: 2 })}
        </Link>
        {create && (
          <Link
            component={RouterLink}
            to={create}
            variant="caption"
            color="textSecondary"
            sx={{ display: "inline-block", lineHeight: "24px" }}
          >
            {translate("app.view.create")}
          </Link>
        )}
      </Box>
      <Typography variant="h2" component="span">
        {isPending ? <Skeleton width={32} /> : total?.toLocaleString()}
      </Typography>
    </Paper>
  );
}
