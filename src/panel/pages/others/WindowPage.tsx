import OpenInNew from "@mui/icons-material/OpenInNew";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { Params } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { useFacts } from "../../providers/FactsContext.tsx";
import { Trail } from "../../shell/Trail.tsx";
import { useDocumentTitle } from "../../shell/useDocumentTitle.ts";
import { MessagePage } from "../MessagePage.tsx";
import { isThere } from "./rights.ts";
import { fill } from "./table.ts";
import { usePageCrumbs } from "./usePageCrumbs.ts";

/** Says what has a window of its own, and leads there: a window that nobody clicked for would be blocked. */
export function WindowPage({ page, params }: { page: PageDescriptor; params: Params }) {
  const translate = useTranslate();
  const facts = useFacts();
  const crumbs = usePageCrumbs(page, params);
  const title = translate(`pages.names.${page.name}`);
  useDocumentTitle(crumbs.map(({ label }) => label).reverse());
  const { opens } = page;
  if (opens === undefined || !isThere(page, facts)) {
    return (
      <>
        <Trail crumbs={crumbs} />
        <MessagePage title={title} text={translate(page.behind === "platform" ? "pages.noPlatform" : "pages.none")} />
      </>
    );
  }
  return (
    <>
      <Trail crumbs={crumbs} />
      <Box sx={{ maxWidth: 560, mx: "auto", mt: "12vh", px: 2 }}>
        <Typography variant="h1" gutterBottom>
          {title}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {translate("pages.window")}
        </Typography>
        <Button
          variant="contained"
          href={opensAt(opens, params)}
          target="_blank"
          rel="noopener"
          endIcon={<OpenInNew />}
        >
          {translate("pages.openWindow", { name: title })}
        </Button>
      </Box>
    </>
  );
}

function opensAt(opens: string, params: Params): string {
  return opens.includes(":") ? fill(opens, params) : opens;
}
