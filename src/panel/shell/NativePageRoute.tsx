import { type ComponentType, lazy } from "react";
import { Navigate } from "react-router";
import type { PageDescriptor } from "../../core/descriptor.ts";
import { type NativePageName, nativePages } from "../../generated/nativePages.gen.ts";
import { toRefused } from "../explain/question.ts";
import { LicencePage } from "../pages/LicencePage.tsx";
import { nativePageLoaders } from "../pages/nativePages.ts";
import { useAccess } from "../providers/FactsContext.tsx";
import { summaryOf } from "../providers/resources.ts";

const components = new Map<NativePageName, ComponentType>(
  nativePages.map(({ name }) => [name, lazy(async () => ({ default: await nativePageLoaders[name]() }))]),
);
const NativeTrail = lazy(async () => ({ default: (await import("../pages/others/NativeTrail.tsx")).NativeTrail }));

/** A page with a component of its own: the checks of every page, its way up, and then the component. */
export function NativePageRoute({ page }: { page: PageDescriptor & { readonly name: NativePageName } }) {
  const access = useAccess();
  const { guard, right } = page;
  const needs = page.needs ?? ("resource" in guard ? summaryOf(guard.resource).needs : undefined);
  const lack = access.findLack({ needs });
  const isAllowed = "page" in guard ? access.canOpen(guard.page, right) : access.can(summaryOf(guard.resource), right);
  if ((lack && lack !== "licence") || !isAllowed) {
    return <Navigate to="/error403" replace state={toRefused({ ...guard, right })} />;
  }
  if (lack) return <LicencePage licence={needs?.licence ?? ""} />;
  const Page = components.get(page.name);
  if (!Page) throw new Error(`No component for ${page.name}`);
  return (
    <>
      {page.trail.length > 0 && <NativeTrail page={page} />}
      <Page />
    </>
  );
}
