import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useGetOne, useNotify, useTranslate } from "ra-core";
import { type ReactNode, use } from "react";
import { useNavigate, useParams } from "react-router";
import { recordTitle } from "../../core/recordTitle.ts";
import { pathTo } from "../paths.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { freshFor, useEarlyRecord } from "../providers/useEarlyRequest.ts";
import { nameKey } from "../resource/labels.ts";
import { loadOverride } from "../resources/overrides.ts";
import { useRecordTitle } from "../shell/RecordTitle.tsx";
import { useGoBack } from "../shell/wayBack.ts";
import { endOf } from "./form/endsRecord.ts";
import { FormSkeleton } from "./form/FormSkeleton.tsx";
import { homeOf } from "./form/homeOf.ts";
import type { FormOverride } from "./form/override.ts";
import { ResourceForm } from "./form/ResourceForm.tsx";
import { refreshAfterWrite } from "./form/refreshAfterWrite.ts";
import { savePlan } from "./form/savePlan.ts";
import { useFormTitle } from "./form/useFormTitle.ts";
import { useFrozenNotice } from "./form/useFrozenNotice.ts";
import { Problem } from "./Problem.tsx";

interface ViewProps {
  readonly resource: string;
}

/** Changes a record of any resource. The form stays open after saving. */
export function EditView({ resource }: ViewProps): ReactNode {
  const { parentId = "", id = parentId } = useParams();
  const { descriptor } = useResource(resource);
  // Before the record is asked for: to wait for it later would take the page off the screen again.
  const override = use(loadOverride(resource));
  const wanted = { id, meta: { expand: descriptor.list.expand } };
  useEarlyRecord(resource, wanted);
  const query = useGetOne<PanelRecord>(
    resource,
    wanted,
    // While one types, nothing changes under one's hands; saving finds out what happened meanwhile.
    { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: freshFor },
  );
  if (query.data) return <EditForm key={id} {...{ resource, override }} record={query.data} />;
  if (query.error) {
    const question = { resource, right: "read", record: { id } } as const;
    return <Problem error={query.error} question={question} onRetry={() => void query.refetch()} />;
  }
  return <FormSkeleton />;
}

interface EditFormProps extends ViewProps {
  readonly override: FormOverride;
  readonly record: PanelRecord;
}

function EditForm({ resource, override, record }: EditFormProps): ReactNode {
  const module = useResource(resource);
  const { descriptor } = module;
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { parentId } = useParams();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const frozenNotice = useFrozenNotice(descriptor, record);
  const title = useFormTitle(descriptor, record);
  useRecordTitle(title);

  // Of settings there is one each, however many things it sets.
  const name = translate(nameKey(resource), { smart_count: descriptor.settingsOf ? 2 : 1 });
  const formTitle = translate("forms.title.edit", { name, title });
  const home = homeOf(descriptor, parentId);
  const ownPage = pathTo(resource, "details", { id: record.id, parentId });
  const close = useGoBack(home, ownPage === null ? [] : [ownPage]);
  return (
    <ResourceForm
      module={module}
      override={override}
      mode="update"
      title={formTitle}
      record={record}
      frozenNotice={frozenNotice}
      save={async (plan, base = record, onPartlySaved) => {
        try {
          return await savePlan({ dataProvider, descriptor, onPartlySaved }, plan, base);
        } finally {
          refreshAfterWrite(queryClient);
        }
      }}
      reload={async () => {
        const meta = { expand: descriptor.list.expand };
        return (await dataProvider.getOne<PanelRecord>(resource, { id: record.id, meta })).data;
      }}
      onSaved={(saved, intent) => {
        const newTitle = descriptor.settingsOf ? formTitle : recordTitle(descriptor.record, { ...record, ...saved });
        notify("forms.saved.updated", { type: "success", messageArgs: { title: newTitle } });
        const end = endOf(descriptor);
        if (end && saved[end.field] === end.value) navigate(home);
        else if (intent === "close") close();
      }}
      onCancel={close}
    />
  );
}
