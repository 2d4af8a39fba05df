import "./callflow.css";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import Button from "@mui/material/Button";
import { lazy, use } from "react";
import { useTranslate } from "react-admin";
import { isOffered } from "../../providers/extensions.ts";
import { useFacts } from "../../providers/FactsContext.tsx";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { nameKey } from "../../resource/labels.ts";
import { ListView } from "../../views/ListView.tsx";

const OlderFrame = lazy(async () => ({ default: (await import("../../pages/others/OlderFrame.tsx")).OlderFrame }));

const loadTexts = textsLoader("callflow");

/** The list of captured calls, with a way to those in a file. The older page on platforms that do not list calls. */
export function ListScreen({ resource }: { readonly resource: string }) {
  use(loadTexts());
  const translate = useTranslate();
  const { hasOlderPanel } = useFacts();
  if (!isOffered("call_flows") && hasOlderPanel) {
    return <OlderFrame title={translate(nameKey(resource), { smart_count: 2 })} path="/callflow" />;
  }
  return (
    <>
      <div className="flow-ways">
        <Button size="small" startIcon={<UploadFileIcon />} href="#/callflow/file">
          {translate("callflow.file.open")}
        </Button>
      </div>
      <ListView resource={resource} />
    </>
  );
}
