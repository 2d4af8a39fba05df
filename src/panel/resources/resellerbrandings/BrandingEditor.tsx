import type { ReactNode } from "react";
import { CreateBase, EditBase, useGetList, useNotify, useTranslate } from "react-admin";
import { useNavigate } from "react-router";
import { ownReseller } from "../../../core/access/viewAs.ts";
import { FormSkeleton } from "../../kit/Skeletons.tsx";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord, RecordOf } from "../../providers/rest.ts";
import { useAccess, useStartupData } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { SchemaForm } from "../../views/form/SchemaForm.tsx";
import { controlledByPanel, editOptions } from "../../views/form/saveRecord.ts";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { form } from "./form.tsx";

const resource = "resellerbrandings";

interface BrandingEditorProps {
  readonly resellerId: number;
  /** Heading of the form; absent where the page has one. */
  readonly title?: string;
}

/** A reseller's only branding: updated if it exists, created on the first save otherwise. */
export function BrandingEditor({ resellerId, title }: BrandingEditorProps): ReactNode {
  const list = useGetList<RecordOf<typeof resource>>(resource, {
    // Older platforms ignore this filter and return all.
    filter: { reseller_id: resellerId },
    pagination: { page: 1, perPage: 0 },
    sort: { field: "id", order: "ASC" },
  });
  const { data, error, isPending } = list;
  if (error || isPending) {
    const loading = <FormSkeleton isPart={title === undefined} />;
    return <LoadState query={list} question={{ resource, right: "read" }} loading={loading} />;
  }
  const branding = data?.find(({ reseller_id }) => reseller_id === resellerId);
  return <BrandingForm key={branding?.id ?? "new"} resellerId={resellerId} branding={branding} title={title} />;
}

interface BrandingFormProps extends BrandingEditorProps {
  readonly branding: PanelRecord | undefined;
}

function BrandingForm({ resellerId, branding, title }: BrandingFormProps): ReactNode {
  const { descriptor } = useResource(resource);
  const fields = (storedBranding?: PanelRecord) => (
    <BrandingFields resellerId={resellerId} branding={storedBranding} title={title} />
  );
  if (!branding) {
    return (
      <CreateBase {...controlledByPanel} resource={resource}>
        {fields()}
      </CreateBase>
    );
  }
  const { queryOptions, ...options } = editOptions(descriptor);
  return (
    <EditBase<PanelRecord>
      {...options}
      resource={resource}
      id={branding.id}
      queryOptions={{ ...queryOptions, initialData: branding }}
      render={({ record = branding }) => fields(record)}
    />
  );
}

function BrandingFields({ resellerId, branding, title = "" }: BrandingFormProps): ReactNode {
  const module = useResource(resource);
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const access = useAccess();
  const { admin } = useStartupData();
  const mayWrite = access.can(summaryOf(resource), branding ? "update" : "create", { record: branding });
  return (
    <SchemaForm
      module={module}
      override={form}
      mode={branding ? "update" : "create"}
      title={title}
      record={branding}
      presets={{ reseller_id: resellerId }}
      frozenNotice={mayWrite ? undefined : translate("branding.readOnly")}
      onSaved={() => {
        notify("branding.saved", { type: "success" });
        if (ownReseller(admin) === resellerId) void showBrand(resellerId);
      }}
      onCancel={() => navigate(-1)}
    />
  );
}

/** The user's own brand is applied at once. */
async function showBrand(resellerId: number): Promise<void> {
  const { loadBrand } = await import("../../ui/theme/loadBrand.ts");
  await loadBrand(resellerId);
}

/** A reseller's branding as a tab. */
export function BrandingTab({ record }: CustomTabProps<"resellers">): ReactNode {
  return <BrandingEditor resellerId={record.id} />;
}
