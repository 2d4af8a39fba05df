import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNotify, useTranslate } from "ra-core";
import { type ReactNode, use, useMemo } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import type { ResourceDescriptor } from "../../core/descriptor.ts";
import { recordTitle } from "../../core/recordTitle.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { actionKey, variantKey } from "../resource/labels.ts";
import { loadOverride } from "../resources/overrides.ts";
import { toList, useGoBack } from "../shell/wayBack.ts";
import { homeOf } from "./form/homeOf.ts";
import { returnToOf, toReturn } from "./form/journey.ts";
import { presetHome, presetsOf } from "./form/presets.ts";
import { ResourceForm } from "./form/ResourceForm.tsx";
import { refreshAfterWrite } from "./form/refreshAfterWrite.ts";
import type { SavePlan } from "./form/resolver.ts";

/** Creates a record of any resource; goes back to the list, or to the form that sent for it, when it is there. */
export function CreateView({ resource }: { readonly resource: string }): ReactNode {
  const module = useResource(resource);
  const override = use(loadOverride(resource));
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const location = useLocation();
  const { parentId } = useParams();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const { descriptor } = module;
  const variant = variantAt(descriptor, location.pathname);
  const [search] = useSearchParams();
  const presets = useMemo(
    () => presetsOf(descriptor, variant?.preset, parentId, search),
    [descriptor, variant, parentId, search],
  );
  const returnTo = returnToOf(location.state);

  const save = async ({ record }: SavePlan): Promise<PanelRecord> => {
    const { data } = await dataProvider.create<PanelRecord>(resource, { data: record });
    refreshAfterWrite(queryClient);
    return data;
  };
  const home = presetHome(descriptor, search) ?? homeOf(descriptor, parentId);
  const goBack = useGoBack(home);
  const close = (createdId?: number | string) => {
    if (returnTo) return navigate(returnTo.address, { state: toReturn({ fieldId: returnTo.fieldId, createdId }) });
    return createdId === undefined ? goBack() : navigate(home, { state: toList });
  };
  return (
    <ResourceForm
      key={location.pathname}
      module={module}
      override={override}
      mode="create"
      title={translate(variant ? variantKey(resource, variant.name) : actionKey(resource, "create"))}
      presets={presets}
      save={save}
      onSaved={(record) => {
        notify("forms.saved.created", {
          type: "success",
          messageArgs: { title: recordTitle(descriptor.record, record) },
        });
        close(record.id);
      }}
      onCancel={() => close()}
    />
  );
}

/** The variant whose address this is: what is created there has values that nobody is asked for. */
function variantAt({ variants }: ResourceDescriptor, pathname: string) {
  return variants.find(({ path }) => pathname.endsWith(`/${path}`));
}
