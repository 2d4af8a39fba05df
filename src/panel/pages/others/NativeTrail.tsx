import { use } from "react";
import { useParams } from "react-router";
import type { PageDescriptor } from "../../../core/descriptor.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { Trail } from "../../shell/Trail.tsx";
import { usePageCrumbs } from "./usePageCrumbs.ts";

let texts: Promise<void> | undefined;

/** The way up from one of our own pages; the page itself names the browser's tab. */
export function NativeTrail({ page }: { page: PageDescriptor }) {
  texts ??= addTexts("pages");
  use(texts);
  return <Trail crumbs={usePageCrumbs(page, useParams())} />;
}
