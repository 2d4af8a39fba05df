import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useMemo } from "react";
import { CreateBase, useDataProvider, useGetOne, useLocale, useNotify, useTranslate } from "react-admin";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { clonedNames } from "../../core/schema/clonedNames.ts";
import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../core/schema/resourceModule.ts";
import { hasValue, valueAtPath } from "../../core/schema/valueAt.ts";
import { recordTitle } from "../../core/values/recordTitle.ts";
import { detailsTabs } from "../../generated/details.gen.ts";
import {
  choiceFiltersOf,
  filterSourceOf,
  impliedFields,
  parentParameter,
  presetsOf,
} from "../kinds/reference/presets.ts";
import type { SaveIntent } from "../kit/SaveBar.tsx";
import { FormSkeleton } from "../kit/Skeletons.tsx";
import { actionKey, nameKey, variantKey } from "../navigation/labels.ts";
import { pathTo } from "../navigation/paths.ts";
import { toHref } from "../navigation/recordPath.ts";
import { toListWith, useGoBack } from "../navigation/visitHistory.ts";
import type { PanelDataProvider } from "../providers/dataProvider.ts";
import { hasExtension } from "../providers/extensions.ts";
import { describeResource, useResource } from "../providers/resources.ts";
import type { PanelRecord } from "../providers/rest.ts";
import { useAccess } from "../providers/StartupDataContext.tsx";
import { formatList } from "../providers/texts.ts";
import { CustomPartsContext } from "./customParts.ts";
import { useFormParts } from "./form/composite/useFormParts.ts";
import { listLocationOf } from "./form/listLocation.ts";
import { type Detour, detourOf } from "./form/returnNavigation.ts";
import { SchemaForm } from "./form/SchemaForm.tsx";
import { controlledByPanel } from "./form/saveRecord.ts";
import { LoadState } from "./LoadError.tsx";
import { cloneParameter } from "./recordActions/recordActions.ts";
import { createdState } from "./show/created.ts";

interface CreateViewProps {
  readonly resource: string;
  /** Inputs in place of those of the schema. */
  readonly children?: ReactNode;
}

/**
 * Creates a record of any resource, optionally as a copy or together with related records, with values preset by the URL.
 * Then opens the record's page where something usually follows, or returns to the list or tab that the record belongs to,
 * or to the form that opened this one.
 */
export function CreateView({ resource, children }: CreateViewProps): ReactNode {
  const { descriptor } = useResource(resource);
  const { pathname } = useLocation();
  const { parentId } = useParams();
  const [search] = useSearchParams();
  const variant = findVariant(descriptor, pathname);
  const presets = useMemo(
    () => presetsOf(descriptor, variant?.preset, parentId, search),
    [descriptor, variant, parentId, search],
  );
  const implied = useImpliedValues(descriptor, presets);
  const originalId = descriptor.clone && hasExtension("clone") ? search.get(cloneParameter) : null;
  const original = useGetOne<PanelRecord>(
    resource,
    { id: originalId ?? "" },
    { enabled: originalId !== null, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (original.error || implied === undefined || (originalId !== null && !original.data)) {
    const question = { resource, right: "read", record: { id: originalId ?? "" } } as const;
    return <LoadState query={original} question={question} loading={<FormSkeleton />} />;
  }
  return (
    <CreateForm
      key={`${pathname} ${originalId}`}
      resource={resource}
      presets={presets}
      implied={implied}
      original={originalId === null ? undefined : original.data}
    >
      {children}
    </CreateForm>
  );
}

interface CreateFormProps extends CreateViewProps {
  /** Values preset by the URL. */
  readonly presets: WireRecord;
  /** Values derived from those. */
  readonly implied: WireRecord;
  /** The record to copy. */
  readonly original: PanelRecord | undefined;
}

function CreateForm({ resource, presets, implied, original, children }: CreateFormProps): ReactNode {
  const base = useResource(resource);
  const override = use(use(CustomPartsContext).loadOverride(resource));
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const navigate = useNavigate();
  const location = useLocation();
  const { parentId } = useParams();
  const [search] = useSearchParams();
  const { descriptor } = base;
  const { clone } = descriptor;
  const variant = findVariant(descriptor, location.pathname);
  const isCopy = original !== undefined;
  const module = useMemo(() => tailorModule(base, variant, search, isCopy), [base, variant, search, isCopy]);
  const allPresets = useMemo(() => ({ ...presets, ...implied }), [presets, implied]);
  const loadedParts = useFormParts(module.descriptor);
  const parts = useMemo(
    () => (isCopy || variant ? [] : loadedParts.filter(({ name }) => !(name in allPresets))),
    [loadedParts, isCopy, variant, allPresets],
  );
  const returnTo = detourOf(location.state).returnTo;

  const home = findParentTab(descriptor, search) ?? listLocationOf(descriptor, parentId);
  const goBack = useGoBack(home);
  // Nothing follows a copy, which has all that the original has; the short forms of tabs return to them.
  const isFollowed = descriptor.nextSteps !== undefined && !isCopy && variant?.fields === undefined;
  const isOpened = override.opensCreated || isFollowed;
  const close = (createdId?: number | string, intent?: SaveIntent) => {
    if (returnTo) {
      const { url, fieldId, outer } = returnTo;
      return navigate(url, { state: { cameBack: { fieldId, createdId }, returnTo: outer } satisfies Detour });
    }
    if (createdId === undefined) return goBack();
    const page = isOpened && intent !== "close" ? pathTo(resource, "details", { id: createdId, parentId }) : null;
    return page
      ? navigate(page, { replace: true, state: createdState })
      : navigate(home, { state: toListWith(createdId) });
  };
  const titleOf = (record: WireRecord) => recordTitle(descriptor.recordRepresentation, record);
  const sayCreated = (record: PanelRecord) => {
    const name = translate(nameKey(resource), { smart_count: 1 });
    if (descriptor.api.actionOnly) {
      return notify("forms.saved.done", { type: "success", messageArgs: { name } });
    }
    notify(
      <CreatedNotice
        text={original ? "views.record.cloned" : "forms.saved.created"}
        name={name}
        title={titleOf(record)}
        path={returnTo ? null : pathTo(resource, "details", { id: record.id, parentId })}
      />,
      { type: "success" },
    );
  };
  const createText = translate(variant ? variantKey(resource, variant.name) : actionKey(resource, "create"));
  const copied = (clone?.children ?? []).map((name) => translate(nameKey(name), { smart_count: 2 }));
  return (
    <CreateBase {...controlledByPanel} resource={resource} record={allPresets}>
      <SchemaForm
        module={module}
        override={override}
        mode="create"
        title={original ? translate("forms.title.clone", { title: titleOf(original) }) : createText}
        note={
          original && copied.length > 0
            ? translate("forms.clone.children", { names: formatList(copied, locale) })
            : undefined
        }
        saveLabel={createText}
        presets={allPresets}
        template={original && copyValues(descriptor, original)}
        originalId={original?.id}
        parts={parts}
        isClosable={isOpened && !returnTo}
        onSaved={(record, _before, intent) => {
          sayCreated(record);
          if (intent) close(record.id, intent);
        }}
        onCancel={() => close()}
      >
        {children}
      </SchemaForm>
    </CreateBase>
  );
}

/** The variant at this URL: its values are preset, not asked for. */
function findVariant({ variants }: ResourceDescriptor, pathname: string) {
  return variants.find(({ path }) => pathname.endsWith(`/${path}`));
}

/** Values derived from those in the URL; undefined while loading. Those that cannot be derived are asked for. */
function useImpliedValues(descriptor: ResourceDescriptor, presets: WireRecord): WireRecord | undefined {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const access = useAccess();
  const fields = useMemo(
    () => impliedFields(descriptor, presets).filter(({ field }) => access.can(descriptor, "create", { field })),
    [descriptor, presets, access],
  );
  const { data, error } = useQuery({
    queryKey: [descriptor.name, "implied", presets],
    queryFn: async ({ signal }): Promise<WireRecord> => {
      const values = fields.map(async ({ field, resource, id, filter }) => {
        const path = filterSourceOf(await describeResource(resource), filter);
        const expand = path.includes(".") ? [path.slice(0, path.lastIndexOf("."))] : [];
        const { data: record } = await dataProvider.getOne<PanelRecord>(resource, { id, meta: { expand }, signal });
        return [field.name, valueAtPath(record, path)] as const;
      });
      return Object.fromEntries((await Promise.all(values)).filter(([, value]) => hasValue(value)));
    },
    enabled: fields.length > 0,
    retry: false,
  });
  return fields.length === 0 || error ? nothing : data;
}

const nothing: WireRecord = {};

/**
 * The resource as this form shows it: only a variant's fields, choices narrowed by the URL, and for a copy no fields
 * built from its parts.
 */
function tailorModule(
  module: ResourceModule,
  variant: ResourceDescriptor["variants"][number] | undefined,
  search: URLSearchParams,
  isCopy: boolean,
): ResourceModule {
  const { fields, groups } = module.descriptor;
  const narrowing = choiceFiltersOf(module.descriptor, search);
  const computed = new Set(fields.filter((field) => field.computed).map(({ name }) => name));
  const isAsked = (name: string) => (variant?.fields?.includes(name) ?? true) && !(isCopy && computed.has(name));
  const descriptor: ResourceDescriptor = {
    ...module.descriptor,
    groups: groups.map((group) => ({ ...group, fields: group.fields.filter(isAsked) })),
    fields: fields.map((field) => {
      const filter = narrowing.get(field.name);
      const required = field.required || variant?.required?.includes(field.name) === true;
      if (!filter || !field.reference) return { ...field, required };
      // Legacy tables do not know this filter.
      const { legacyTable: _, ...reference } = field.reference;
      return { ...field, required, reference: { ...reference, filter: { ...reference.filter, ...filter } } };
    }),
  };
  return { ...module, descriptor };
}

/** Initial values of a copy: the original's, without those that the platform sets or that must differ. */
function copyValues(descriptor: ResourceDescriptor, original: PanelRecord): WireRecord {
  const { clone, fields } = descriptor;
  if (!clone) return {};
  const without = new Set(clone.resetFields);
  const copiedFields = fields.filter(({ name, readOnly, computed }) => !readOnly && !computed && !without.has(name));
  return {
    ...Object.fromEntries(fields.flatMap(({ name, default: usual }) => (usual === undefined ? [] : [[name, usual]]))),
    ...Object.fromEntries(copiedFields.map(({ name }) => [name, original[name]])),
    ...clonedNames(descriptor, original),
  };
}

/**
 * The tab that the form was opened from, by the URL's values; of several matches, the one with the most filters.
 */
function findParentTab(descriptor: ResourceDescriptor, search: URLSearchParams): string | null {
  const matches = Object.entries(detailsTabs).flatMap(([owner, tabs]) =>
    tabs.flatMap(({ path, content }) => {
      if (content.kind !== "list" || content.resource !== descriptor.name) return [];
      const id = search.get(parentParameter(descriptor, owner, content) ?? "");
      const filters = Object.entries(content.filter ?? {});
      const isWhole = filters.every(([name, value]) => search.get(name) === String(value));
      const tabPath = id !== null && isWhole ? pathTo(owner, "details", { id, tab: path }) : null;
      return tabPath === null ? [] : [{ tabPath, filters: filters.length }];
    }),
  );
  return matches.sort((a, b) => b.filters - a.filters)[0]?.tabPath ?? null;
}

interface CreatedNoticeProps {
  /** Key of the text; it has `%{title}`. */
  readonly text: string;
  readonly name: string;
  /** The new record's. */
  readonly title: string;
  /** Its page; null: it has none. */
  readonly path: string | null;
}

/** Stands for the title in the translated text. */
const mark = "\u0001";

/** Says that a record was created, with a link to it unless its page is open. */
function CreatedNotice({ text, name, title, path }: CreatedNoticeProps): ReactNode {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const [before, after] = useMemo(() => translate(text, { name, title: mark }).split(mark), [translate, text, name]);
  if (path === null || pathname === path) return translate(text, { name, title });
  return (
    <>
      {before}
      <a href={toHref(path)}>{title}</a>
      {after}
    </>
  );
}
