import "./callflow.css";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import Button from "@mui/material/Button";
import { use } from "react";
import { useTranslate } from "react-admin";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { ListView } from "../../views/ListView.tsx";
import { OlderUnless } from "../../views/OlderUnless.tsx";

const loadTexts = textsLoader("callflow");

/** The list of captured calls, with a way to those in a file. */
export function ListScreen({ resource }: { readonly resource: string }) {
  use(loadTexts());
  const translate = useTranslate();
  return (
    <OlderUnless extension="call_flows" resource={resource} path="/callflow">
      <div className="flow-ways">
        <Button size="small" startIcon={<UploadFileIcon />} href="#/callflow/file">
          {translate("callflow.file.open")}
        </Button>
      </div>
      <ListView resource={resource} />
    </OlderUnless>
  );
}
