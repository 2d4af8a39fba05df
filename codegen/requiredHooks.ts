import { type Diagnostic, diagnosticsIn, type Path } from "./diagnostics.ts";
import { HOOKS_FOLDER } from "./hookFiles.ts";
import type { FieldModel, Model, ResourceModel } from "./model.ts";

interface RequiredHook {
  /** Member of `ResourceHooks`; absent: one of several. */
  readonly hook?: string;
  /** The keyword that needs it. */
  readonly keyword: Path;
}

/** The hooks without which a schema does nothing: the index of all hooks does not compile without them. */
export function requiredHooks({ x, fields, operations }: ResourceModel): RequiredHook[] {
  const hooksOfStorage = {
    computed: [
      "computeRecords",
      ...(operations.includes("update") ? ["updateComputed"] : []),
      ...(operations.includes("delete") ? ["removeComputed"] : []),
    ],
    query: ["rowsQuery"],
  };
  return [
    ...(x.businessRules ? [{ hook: "checks", keyword: ["x-resource", "businessRules"] }] : []),
    ...(x.storage ? hooksOfStorage[x.storage] : []).map((hook) => ({ hook, keyword: ["x-resource", "storage"] })),
    ...Object.entries(x.actions ?? {})
      .filter(([, { hook }]) => hook)
      .map(([name]) => ({ hook: `actions.${name}`, keyword: ["x-resource", "actions", name] })),
    ...fields
      .filter(({ computed, aliasOf }) => computed === true && aliasOf === undefined && !x.storage)
      .map((field) => ({
        ...(isOnlyRead(field) ? { hook: "afterRead" } : {}),
        keyword: ["properties", field.name, "x-field", "computed"],
      })),
  ];
}

/** Fields that are also written may be the business of any hook that writes. */
function isOnlyRead({ readOnly, writeOnly }: FieldModel): boolean {
  return readOnly && !writeOnly;
}

/** Finds resources whose hooks nobody wrote; which members they lack, the compiler says. */
export function checkHooks({ resources, hooks }: Model): Diagnostic[] {
  return resources
    .filter(({ name }) => hooks && !hooks.includes(name))
    .flatMap((resource) =>
      diagnosticsIn(resource.source, (report) => {
        const [first, ...further] = requiredHooks(resource);
        if (!first) return;
        const names = new Set([first, ...further].flatMap(({ hook }) => (hook ? [`"${hook}"`] : [])));
        const what = names.size > 0 ? ` with ${[...names].join(", ")}` : "";
        const { name } = resource;
        const expected = `"export const ${name}: ResourceHooks<"${name}">"${what} in ${HOOKS_FOLDER}/${name}.ts`;
        report(first.keyword, `${name} has no hooks, which it needs`, expected);
      }),
    );
}
