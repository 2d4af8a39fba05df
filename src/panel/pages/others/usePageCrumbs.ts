import { useTranslate } from "ra-core";
import { type Params, useLocation } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { nameKey } from "../../resource/labels.ts";
import type { Crumb } from "../../shell/Trail.tsx";
import { fill } from "./table.ts";

/** The way up from a page that no schema brings. `title`: of the page itself, its own name unless given. */
export function usePageCrumbs({ trail, name }: PageDescriptor, params: Params, title?: string): Crumb[] {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const steps = trail.map((step): Crumb => {
    const to = fill(step.path, params);
    if ("page" in step) return { label: translate(`pages.names.${step.page}`), to, isList: true };
    if (step.isRecord) return { label: `#${params.id}`, to };
    return { label: translate(nameKey(step.resource), { smart_count: 2 }), to, isList: true };
  });
  return [...steps, { label: title ?? translate(`pages.names.${name}`), to: pathname }];
}
