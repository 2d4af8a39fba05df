import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { type ReactNode, Suspense, use, useId } from "react";
import { useTranslate } from "react-admin";
import { useLocation, useNavigate } from "react-router";
import type { ResourceDescriptor, TabContent } from "../../../core/schema/descriptor.ts";
import { detailsTabs } from "../../../generated/details.gen.ts";
import { recordPath, toHref } from "../../navigation/recordPath.ts";
import { loadResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { mayUse, useAccess } from "../../providers/StartupDataContext.tsx";
import { linksToCreate } from "../list/CreateActions.tsx";
import { hasNextSteps } from "./created.ts";
import { tabCreation } from "./tabCreation.ts";

interface NextStepsProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
}

/** Offers what usually follows the creation of this record (`x-resource.nextSteps`), right after it, until dismissed. */
export function NextSteps({ descriptor, record }: NextStepsProps): ReactNode {
  const { name, nextSteps = [] } = descriptor;
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const access = useAccess();
  const titleId = useId();
  const lists = nextSteps.flatMap((path) => {
    const content = detailsTabs[name]?.find((tab) => tab.path === path)?.content;
    if (content?.kind !== "list") return [];
    return mayUse(access, content.resource, "create") ? [content] : [];
  });
  const preferences = nextSteps.includes("preferences") ? recordPath(name, "preferences", record) : null;
  if (!hasNextSteps(state) || (lists.length === 0 && preferences === null)) return null;
  return (
    <Alert
      severity="success"
      variant="outlined"
      role="region"
      aria-labelledby={titleId}
      closeText={translate("views.next.dismiss")}
      onClose={() => void navigate(pathname + search, { replace: true, state: null })}
      className="max-760 below-16"
    >
      <AlertTitle id={titleId} component="h2">
        {translate("views.next.title")}
      </AlertTitle>
      <div className="row">
        <Suspense>
          {lists.map((content) => (
            <AddTo key={content.resource} content={content} owner={name} record={record} />
          ))}
        </Suspense>
        {preferences && (
          <Button variant="outlined" size="small" href={toHref(preferences)}>
            {translate("views.next.preferences")}
          </Button>
        )}
      </div>
    </Alert>
  );
}

interface AddToProps {
  readonly content: Extract<TabContent, { kind: "list" }>;
  readonly owner: string;
  readonly record: PanelRecord;
}

/** Links to the forms of a new record in one of the lists. */
function AddTo({ content, owner, record }: AddToProps): ReactNode {
  const { descriptor } = use(loadResource(content.resource));
  const translate = useTranslate();
  const access = useAccess();
  const creation = tabCreation(content, descriptor, owner, record);
  if (!creation) return null;
  return linksToCreate(descriptor, creation, access).map(({ label, path }) => (
    <Button key={label} variant="outlined" size="small" href={toHref(path)}>
      {translate(label)}
    </Button>
  ));
}
