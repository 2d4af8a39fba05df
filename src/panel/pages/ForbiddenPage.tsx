import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import { useLocation } from "react-router";
import { ExplanationText } from "../explain/ExplanationText.tsx";
import { refusedOf } from "../explain/question.ts";
import { BackButton } from "./BackButton.tsx";
import { MessagePage } from "./MessagePage.tsx";

/** Says that a page is not for this person, and why where it is known which one. */
export function ForbiddenPage() {
  const translate = useTranslate();
  const question = refusedOf(useLocation().state);
  return (
    <MessagePage
      mark="403"
      title={translate("app.page.forbidden")}
      text={translate("app.page.forbiddenText")}
      details={
        question && (
          <Box component="section" aria-label={translate("app.explain.why")} sx={{ mb: 3 }}>
            <ExplanationText question={question} />
          </Box>
        )
      }
    >
      <BackButton />
    </MessagePage>
  );
}
