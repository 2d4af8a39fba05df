import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useGetList, useNotify, useTranslate } from "ra-core";
import { type ReactNode, use } from "react";
import { useNavigate } from "react-router";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess, useFacts } from "../../providers/FactsContext.tsx";
import { summaryOf, useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { FormSkeleton } from "../../views/form/FormSkeleton.tsx";
import { ResourceForm } from "../../views/form/ResourceForm.tsx";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { savePlan } from "../../views/form/savePlan.ts";
import { Problem } from "../../views/Problem.tsx";
import { loadOverride } from "../overrides.ts";

const resource = "resellerbrandings";

interface BrandingEditorProps {
  readonly resellerId: number;
  /** Heading of the form; absent: the page has one. */
  readonly title?: string;
}

/** The one branding of a reseller: changed where there is one, made by the first saving where there is none. */
export function BrandingEditor({ resellerId, title }: BrandingEditorProps): ReactNode {
  const { data, error, isPending, refetch } = useGetList<PanelRecord>(resource, {
    // Older platforms know no such filter, and answer with all there are.
    filter: { reseller_id: resellerId },
    pagination: { page: 1, perPage: 0 },
    sort: { field: "id", order: "ASC" },
  });
  if (error) return <Problem error={error} question={{ resource, right: "read" }} onRetry={() => void refetch()} />;
  if (isPending) return <FormSkeleton />;
  const branding = data?.find(({ reseller_id }) => Number(reseller_id) === resellerId);
  return <BrandingForm key={branding?.id ?? "new"} resellerId={resellerId} branding={branding} title={title} />;
}

function BrandingForm({
  resellerId,
  branding,
  title = "",
}: BrandingEditorProps & { readonly branding?: PanelRecord }): ReactNode {
  const module = useResource(resource);
  const override = use(loadOverride(resource));
  const { descriptor } = module;
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const access = useAccess();
  const { admin } = useFacts();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const mayWrite = access.can(summaryOf(resource), branding ? "update" : "create", { record: branding });
  return (
    <ResourceForm
      module={module}
      override={override}
      mode={branding ? "update" : "create"}
      title={title}
      record={branding}
      presets={{ reseller_id: resellerId }}
      frozenNotice={mayWrite ? undefined : translate("branding.readOnly")}
      save={async (plan, base = branding, onPartlySaved) => {
        try {
          if (base) return await savePlan({ dataProvider, descriptor, onPartlySaved }, plan, base);
          return (await dataProvider.create<PanelRecord>(resource, { data: plan.record })).data;
        } finally {
          refreshAfterWrite(queryClient);
        }
      }}
      reload={branding && (async () => (await dataProvider.getOne<PanelRecord>(resource, { id: branding.id })).data)}
      onSaved={() => {
        notify("branding.saved", { type: "success" });
        if (Number(admin.reseller_id) === resellerId) void showBrand(resellerId);
      }}
      onCancel={() => navigate(-1)}
    />
  );
}

/** The own reseller's colours are shown at once. */
async function showBrand(resellerId: number): Promise<void> {
  const { loadBrand } = await import("../../theme/loadBrand.ts");
  await loadBrand(resellerId);
}
