import { Tab, Tabs } from "@mui/material";
import { useTranslate } from "ra-core";
import { Link } from "react-router";
import { pathTo } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { preloadAddress } from "./loadPage.ts";

/** Switches between the lists of resources that share an address: one address book, two kinds of contact. */
export function SharedRouteTabs({ resources, current }: { resources: readonly string[]; current: string }) {
  const translate = useTranslate();
  const access = useAccess();
  const open = resources.filter((resource) => access.can(summaryOf(resource), "read"));
  if (open.length < 2) return null;
  return (
    <Tabs value={current} aria-label={translate("app.sharedLists")} sx={{ mb: 1.5 }}>
      {open.map((resource) => {
        const address = pathTo(resource, "list") ?? "/";
        return (
          <Tab
            key={resource}
            value={resource}
            label={translate(`resources.${resource}.name`, { smart_count: 2 })}
            component={Link}
            to={address}
            onPointerEnter={() => preloadAddress(address)}
          />
        );
      })}
    </Tabs>
  );
}
