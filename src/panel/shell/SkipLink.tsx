import Link from "@mui/material/Link";
import { useTranslate } from "ra-core";

/** First stop of the Tab key: past header and menu to the page itself. A button, as the `#` belongs to the router. */
export function SkipLink() {
  const translate = useTranslate();
  return (
    <Link
      component="button"
      onClick={() => document.getElementById("main")?.focus()}
      sx={{
        position: "fixed",
        top: 8,
        left: 8,
        zIndex: "tooltip",
        px: 1.5,
        py: 1,
        borderRadius: 1,
        bgcolor: "background.paper",
        "&:not(:focus)": { transform: "translateY(-200%)" },
      }}
    >
      {translate("app.skipToContent")}
    </Link>
  );
}
