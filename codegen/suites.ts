import type { ResourceModel } from "./model.ts";

/** A test suite derived from the schemas, and the resources that it covers. */
export interface Suite {
  readonly file: string;
  readonly about: string;
  readonly covers: (resource: ResourceModel) => boolean;
}

const has = (operation: string) => (resource: ResourceModel) => resource.operations.includes(operation);
const all = () => true;
const isStored = ({ x }: ResourceModel) => x.storage !== "computed";
const isWritten = ({ operations }: ResourceModel) =>
  ["create", "update", "delete"].some((operation) => operations.includes(operation));

export const suites: readonly Suite[] = [
  {
    file: "tests/contract/postgres.test.ts",
    about:
      "the API contract of each operation, on PostgreSQL; on the embedded database for resources that cover every trait",
    covers: all,
  },
  { file: "tests/contract/hostile.test.ts", about: "hostile values", covers: has("create") },
  { file: "tests/contract/hostileBodies.test.ts", about: "malformed request bodies", covers: all },
  { file: "tests/contract/hostileRequests.test.ts", about: "malformed URLs and methods", covers: all },
  { file: "tests/contract/viewAs.test.ts", about: "view as another role", covers: has("list") },
  {
    file: "tests/access/matrix.test.ts",
    about: "every right of every role, on own and other records",
    covers: all,
  },
  { file: "tests/access/fields.test.ts", about: "the same for every field", covers: all },
  { file: "tests/rules/verify.test.ts", about: "values on both sides of each rule's bound", covers: isWritten },
  { file: "tests/messages/messages.test.ts", about: "every text in six languages", covers: all },
  {
    file: "tests/journeys/routes.test.ts",
    about: "every route with and without access; lists load with at most 4 requests",
    covers: all,
  },
  { file: "src/core/explainAccess.test.ts", about: "explanations of missing rights", covers: all },
  { file: "src/core/permissions.test.ts", about: "docs/permissions.md matches the behavior", covers: all },
  { file: "src/platform/apiDocs/apiDocs.test.ts", about: "the OpenAPI document", covers: all },
  {
    file: "src/platform/legacy/legacy.test.ts",
    about: "the legacy tables",
    covers: ({ legacyTables }) => legacyTables.length > 0,
  },
  {
    file: "tests/access/endings.test.ts",
    about: "what is deleted with a reseller or subscriber",
    covers: isErased,
  },
];

function isErased({ fields, x }: ResourceModel): boolean {
  return (
    x.status === undefined &&
    isStored({ x } as ResourceModel) &&
    fields.some(
      ({ reference }) =>
        ["resellers", "subscribers"].includes(reference?.resource ?? "") && reference?.onDelete === "cascade",
    )
  );
}
