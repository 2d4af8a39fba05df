import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { useFacts } from "../providers/FactsContext.tsx";

/** Versions of panel and platform, for whoever reports a problem. */
export function Footer() {
  const translate = useTranslate();
  const { info } = useFacts();
  return (
    <Box component="footer" sx={{ px: { xs: 2, md: 3 }, py: 1.5 }}>
      <Typography variant="caption" color="textSecondary">
        {translate("app.footer", { panel: __PANEL_VERSION__, platform: String(info.ngcp_version ?? "?") })}
      </Typography>
    </Box>
  );
}
