import { createContext } from "react";
import type { FormOverride } from "./form/override.ts";
import type { CustomTab } from "./override.ts";

/** Hand-made parts of resources, in addition to their schema. */
interface CustomParts {
  /** A resource's form override. A stable promise, so that `use` can read it. */
  readonly loadOverride: (resource: string) => Promise<FormOverride>;
  /** Hand-written tabs by resource. A stable promise, so that `use` can read it. */
  readonly loadTabs: () => Promise<(resource: string) => readonly CustomTab[]>;
}

const noOverride: Promise<FormOverride> = Promise.resolve({});
const noTabs: Promise<() => readonly CustomTab[]> = Promise.resolve(() => []);

/** Provided from above: resources import the views, so the views cannot import resources. */
export const CustomPartsContext = createContext<CustomParts>({
  loadOverride: () => noOverride,
  loadTabs: () => noTabs,
});
