import type { TextFile } from "./handWritten.ts";
import type { ResourceModel } from "./model.ts";
import { once, remember } from "./remember.ts";

/** Tests that are made from the schemas: which resources each of them goes over. */
interface Suite {
  readonly file: string;
  readonly about: string;
  readonly covers: (resource: ResourceModel) => boolean;
}

const has = (operation: string) => (resource: ResourceModel) => resource.operations.includes(operation);
const everything = () => true;
const isStored = ({ x }: ResourceModel) => x.storage !== "computed";
const isWritten = ({ operations }: ResourceModel) =>
  ["create", "update", "delete"].some((operation) => operations.includes(operation));

const all: readonly Suite[] = [
  {
    file: "tests/contract/embedded.test.ts",
    about: "the wire's promises for each operation, on the embedded database",
    covers: everything,
  },
  { file: "tests/contract/postgres.test.ts", about: "the same on PostgreSQL", covers: everything },
  { file: "tests/contract/hostile.test.ts", about: "values that want to do harm", covers: has("create") },
  { file: "tests/contract/hostileBodies.test.ts", about: "bodies that are none", covers: everything },
  { file: "tests/contract/hostileRequests.test.ts", about: "addresses and methods that are none", covers: everything },
  { file: "tests/contract/viewAs.test.ts", about: "seeing as another role", covers: has("list") },
  {
    file: "tests/access/matrix.test.ts",
    about: "each right of each role, on own and others' records",
    covers: everything,
  },
  { file: "tests/access/fields.test.ts", about: "the same for each field", covers: everything },
  { file: "tests/rules/verify.test.ts", about: "values at both sides of each rule's bound", covers: isWritten },
  { file: "tests/messages/messages.test.ts", about: "every text in six languages", covers: everything },
  {
    file: "tests/journeys/routes.test.ts",
    about: "each address, as somebody who may and as somebody who may not, rows by at most 4 requests",
    covers: everything,
  },
  { file: "src/core/explainAccess.test.ts", about: "why somebody may not", covers: everything },
  { file: "src/core/permissions.test.ts", about: "the table of permissions is what happens", covers: everything },
  { file: "src/platform/apiDocs/apiDocs.test.ts", about: "the API's own description", covers: everything },
  {
    file: "src/platform/legacy/legacy.test.ts",
    about: "the older tables",
    covers: ({ legacyTables }) => legacyTables.length > 0,
  },
  {
    file: "tests/access/endings.test.ts",
    about: "what goes with a reseller or subscriber that ends",
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

/** Those of the suites that there are. */
export const suitesIn = once((tests: readonly TextFile[]): readonly Suite[] =>
  all.filter(({ file }) => tests.some((test) => test.file === file)),
);

const wordsOf = remember<readonly string[]>();

/** Resource -> tests that somebody wrote for it: its name begins theirs, or stands in them as a text or in an address. */
export const testsByName = once((tests: readonly TextFile[]): ReadonlyMap<string, readonly string[]> => {
  const generated = new Set(all.map(({ file }) => file));
  const byName = new Map<string, string[]>();
  for (const { file, text } of tests.filter((test) => !generated.has(test.file))) {
    const [own = ""] = file.slice(file.lastIndexOf("/") + 1).split(".");
    const words = wordsOf(text, () => [...text.matchAll(/(?<=["'`/])[a-z]+(?=["'`/?]|$)/gm)].map(([word]) => word));
    for (const word of new Set([own, ...words])) byName.set(word, [...(byName.get(word) ?? []), file]);
  }
  return byName;
});
