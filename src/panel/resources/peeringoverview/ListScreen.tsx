import AccountTreeIcon from "@mui/icons-material/AccountTree";
import Button from "@mui/material/Button";
import { use } from "react";
import { useTranslate } from "react-admin";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { LegacyFallback } from "../../views/LegacyFallback.tsx";
import { ListView } from "../../views/ListView.tsx";

const loadTexts = textsLoader("pages");

/** The list of all ways to and from peers, and the way to their map. */
export function ListScreen({ resource }: { readonly resource: string }) {
  use(loadTexts());
  const translate = useTranslate();
  return (
    <LegacyFallback extension="peering_overview" resource={resource} path="/peeringoverview">
      <div className="flex at-end">
        <Button size="small" startIcon={<AccountTreeIcon />} href="#/peeringoverview/map">
          {translate("pages.names.peeringMap")}
        </Button>
      </div>
      <ListView resource={resource} />
    </LegacyFallback>
  );
}
