import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useTranslate } from "ra-core";
import { Link } from "react-router";
import { pathTo } from "../paths.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";
import { nameKey } from "../resource/labels.ts";

/** Leads to the lists of resources that share an address: one address book, two kinds of contact. */
export function SharedRouteLinks({ resources, current }: { resources: readonly string[]; current: string }) {
  const translate = useTranslate();
  const access = useAccess();
  const open = resources.filter((resource) => access.can(summaryOf(resource), "read"));
  if (open.length < 2) return null;
  return (
    <Stack component="nav" direction="row" spacing={0.5} aria-label={translate("app.sharedLists")} sx={{ mb: 1.5 }}>
      {open.map((resource) => {
        const address = pathTo(resource, "list") ?? "/";
        const isHere = resource === current;
        return (
          <Button
            key={resource}
            component={Link}
            to={address}
            size="small"
            color={isHere ? "primary" : "inherit"}
            aria-current={isHere ? "page" : undefined}
            sx={isHere ? { bgcolor: "primary.light", color: "primary.dark" } : undefined}
          >
            {translate(nameKey(resource), { smart_count: 2 })}
          </Button>
        );
      })}
    </Stack>
  );
}
