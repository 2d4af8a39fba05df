import type { ResourceModule } from "../../../core/resourceModule.ts";
import { validateRecord } from "../../../core/validate.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type ProblemContext, problemText } from "../form/problemTexts.ts";
import type { Change } from "./BulkPreview.tsx";

/** What is wrong with a value for a field of such a record, as its form would say it; undefined when nothing is. */
export function valueProblem(
  module: ResourceModule,
  { field, value }: Change,
  record: PanelRecord,
  context: ProblemContext,
): string | undefined {
  const { errors } = validateRecord(
    module,
    { ...record, [field.name]: value },
    { mode: "update", related: (path) => valueAt(record, path) },
  );
  const error = errors.find(({ pointer }) => pointer === `/${field.name}` || pointer.startsWith(`/${field.name}/`));
  return error && problemText(error, context);
}
