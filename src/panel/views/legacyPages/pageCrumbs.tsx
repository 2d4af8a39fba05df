import { use } from "react";
import { useTranslate } from "react-admin";
import { type Params, useLocation, useParams } from "react-router";
import type { PageDescriptor } from "../../../core/schema/descriptor.ts";
import { Breadcrumbs, type Crumb } from "../../navigation/Breadcrumbs.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { useNamedRecord } from "../../navigation/RecordTitle.tsx";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { fillPath } from "./findPage.ts";

const loadTexts = textsLoader("pages");

/** Breadcrumbs of a native page, which sets the document title itself. */
export function NativeBreadcrumbs({ page }: { page: PageDescriptor }) {
  use(loadTexts());
  return <Breadcrumbs crumbs={usePageCrumbs(page, useParams())} />;
}

/** Breadcrumbs of a page without a schema. `title`: the page's own, by default its name. */
export function usePageCrumbs({ breadcrumbs, name }: PageDescriptor, params: Params, title?: string): Crumb[] {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const record = breadcrumbs.find((step) => "isRecord" in step && step.isRecord);
  const namedRecord = useNamedRecord(record && "resource" in record ? record.resource : undefined, params.id);
  const steps = breadcrumbs.map((step): Crumb => {
    const to = fillPath(step.path, params);
    if ("page" in step) return { label: translate(`pages.names.${step.page}`), to, isList: true };
    if (step.isRecord) return { label: namedRecord.name, to };
    return { label: translate(nameKey(step.resource), { smart_count: 2 }), to, isList: true };
  });
  return [...steps, { label: title ?? translate(`pages.names.${name}`), to: pathname }];
}
