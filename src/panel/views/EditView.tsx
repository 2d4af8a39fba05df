import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, use } from "react";
import { EditBase, useDataProvider, useNotify, useTranslate } from "react-admin";
import { useNavigate, useParams } from "react-router";
import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { finalStatusOf } from "../../core/validation/transitions.ts";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { FormSkeleton } from "../kit/Skeletons.tsx";
import { nameKey } from "../navigation/labels.ts";
import { pathTo } from "../navigation/paths.ts";
import { useNamedRecord, useRecordTitle } from "../navigation/RecordTitle.tsx";
import { useGoBack } from "../navigation/visitHistory.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { CustomPartsContext } from "./customParts.ts";
import { listLocationOf } from "./form/listLocation.ts";
import type { FormOverride } from "./form/override.ts";
import { SchemaForm } from "./form/SchemaForm.tsx";
import { editOptions } from "./form/saveRecord.ts";
import { useFrozenNotice } from "./form/useFrozenNotice.ts";
import { LoadError } from "./LoadError.tsx";

interface ViewProps {
  readonly resource: string;
  /** Inputs in place of those of the schema. */
  readonly children?: ReactNode;
}

/** Edits a record of any resource. The form stays open after saving. */
export function EditView({ resource, children }: ViewProps): ReactNode {
  const { parentId = "", id = parentId } = useParams();
  const { descriptor } = useResource(resource);
  const titles = useTitles(descriptor, id);
  // Before the record loads: suspending later would unmount the page again.
  const override = use(use(CustomPartsContext).loadOverride(resource));
  return (
    <EditBase<PanelRecord>
      {...editOptions(descriptor)}
      {...{ resource, id }}
      render={({ record, error, refetch }) => {
        if (record) return <EditForm key={id} {...{ resource, override, record, titles, children }} />;
        if (error) return <Unreadable {...{ resource, id, error }} onRetry={() => void refetch()} />;
        return <FormSkeleton />;
      }}
    />
  );
}

/** Titles of a record and its form. Settings are named after their parent, whose name may still be loading. */
function useTitles({ name: resource, recordRepresentation: template, settingsOf }: ResourceDescriptor, id: string) {
  const translate = useTranslate();
  const owner = useNamedRecord(settingsOf, id);
  // The plural, although a parent has a single record of settings.
  const name = translate(nameKey(resource), { smart_count: settingsOf ? 2 : 1 });
  const titleOf = (record: WireRecord) => (settingsOf === undefined ? recordTitle(template, record) : owner.name);
  const formTitleOf = (record: WireRecord) => translate("forms.title.edit", { name, title: titleOf(record) ?? "…" });
  return { titleOf, formTitleOf };
}

interface UnreadableProps {
  readonly resource: string;
  readonly id: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A separate component: it needs the record's title. */
function Unreadable({ resource, id, ...errorProps }: UnreadableProps): ReactNode {
  useRecordTitle(`#${id}`);
  return <LoadError question={{ resource, right: "read", record: { id } }} {...errorProps} />;
}

interface EditFormProps extends ViewProps {
  readonly override: FormOverride;
  readonly record: PanelRecord;
  readonly titles: ReturnType<typeof useTitles>;
}

function EditForm({ resource, override, record, titles, children }: EditFormProps): ReactNode {
  const module = useResource(resource);
  const { descriptor } = module;
  const navigate = useNavigate();
  const { parentId } = useParams();
  const frozenNotice = useFrozenNotice(descriptor, record);
  const sayStored = useStoredNotice(descriptor, titles);
  useRecordTitle(titles.titleOf(record));

  const home = listLocationOf(descriptor, parentId);
  const ownPage = pathTo(resource, "details", { id: record.id, parentId });
  const close = useGoBack(home, ownPage === null ? [] : [ownPage]);
  return (
    <SchemaForm
      module={module}
      override={override}
      mode="update"
      title={titles.formTitleOf(record)}
      record={record}
      frozenNotice={frozenNotice}
      onSaved={(saved, before, intent) => {
        sayStored(saved, before);
        const end = finalStatusOf(descriptor);
        if (intent && end && saved[end.field] === end.value) navigate(home);
        else if (intent === "close") close();
      }}
      onCancel={close}
    >
      {children}
    </SchemaForm>
  );
}

/** Says that a record was stored, with the way back. */
function useStoredNotice(descriptor: ResourceDescriptor, { titleOf, formTitleOf }: ReturnType<typeof useTitles>) {
  const notify = useNotify();
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider<PanelDataProvider>();
  return (saved: PanelRecord, before: WireRecord) => {
    const title = descriptor.settingsOf ? formTitleOf(before) : titleOf({ ...before, ...saved });
    const message = translate("forms.saved.updated", { title });
    const parts = { dataProvider, queryClient, notify, translate };
    import("./bulk/offerUndo.ts").then(
      ({ offerUndoOfForm }) => offerUndoOfForm(parts, descriptor, { ...before, id: saved.id }, saved, message),
      // It is stored: who is cut off just now does without the way back.
      () => notify(message, { type: "success" }),
    );
  };
}
