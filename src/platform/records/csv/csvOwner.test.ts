import { beforeEach, expect, it } from "vitest";
import type { CsvDescriptor } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import { type Client, itemsOf, platformUntilEnd } from "../../../testing/platform.ts";
import { anyTables } from "../../db/tables.ts";

/**
 * Resources of resellers as if they were imported from files: their records, and those behind one of their references.
 */
const files: Readonly<Record<string, CsvDescriptor>> = {
  rewriterulesets: {
    columns: ["name", "description"].map((name) => ({ name, source: name })),
    owner: "reseller_id",
    purge: true,
    header: true,
    fileName: "sets.csv",
  },
  rewriterules: {
    columns: [
      { name: "set_name", source: "set_id.name" },
      ...["match_pattern", "replace_pattern", "description", "priority"].map((name) => ({ name, source: name })),
    ],
    owner: "set_id.reseller_id",
    creatableReferences: ["set_id"],
    purge: true,
    fileName: "rules.csv",
  },
};

const csv = { "content-type": "text/csv" };

beforeEach(async () => {
  for (const table of ["rewriterules", "rewriterulesets"])
    await anyTables(platform.database.kysely).deleteFrom(table).execute();
});

const upload = (client: Client, resource: string, text: string, query = "") =>
  client.send("POST", `/api/${resource}/${query}`, text, csv);
const download = (client: Client, resource: string, query = "") =>
  client.send("GET", `/api/${resource}/${query}`, undefined, { accept: "text/csv" });
const setsOf = async (client: Client) =>
  itemsOf(await client.send("GET", "/api/rewriterulesets/?order_by=name"), "rewriterulesets").map(
    ({ name, reseller_id }) => [name, reseller_id],
  );

const withFiles = Object.fromEntries(
  Object.entries(resources).map(([name, module]) => {
    const file = files[name];
    return [name, file ? { ...module, descriptor: { ...module.descriptor, csv: file } } : module];
  }),
);
const platform = await platformUntilEnd({}, withFiles);
const [admin, two, three] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("resellerThree"),
]);

it("the owner of a file is given once, for all of its lines", async () => {
  expect((await upload(admin, "rewriterulesets", "a,one\nb,two", "?reseller_id=2")).status).toBe(201);
  expect(await setsOf(admin)).toEqual([
    ["a", 2],
    ["b", 2],
  ]);
  expect((await download(admin, "rewriterulesets", "?reseller_id=2&order_by=name")).text).toBe(
    "name,description\r\na,one\r\nb,two\r\n",
  );
  expect((await download(admin, "rewriterulesets", "?reseller_id=3")).text).toBe("name,description\r\n");
});

it("a file without an owner is refused", async () => {
  expect((await upload(admin, "rewriterulesets", "a,one")).body).toMatchObject({
    code: 422,
    errors: [{ pointer: "/reseller_id", rule: "required" }],
  });
  for (const id of ["99", "x"]) {
    expect((await upload(admin, "rewriterulesets", "a,one", `?reseller_id=${id}`)).body).toMatchObject({
      code: 422,
      errors: [{ pointer: "/reseller_id", rule: "reference" }],
    });
  }
  expect((await download(admin, "rewriterulesets")).body).toMatchObject({ code: 400, key: "errors.csv_owner_needed" });
  expect((await download(admin, "rewriterulesets", "?reseller_id=99")).status).toBe(404);
  expect(await setsOf(admin)).toEqual([]);
});

it("a reseller's file is the reseller's own, whatever it says", async () => {
  expect((await upload(two, "rewriterulesets", "name,description,reseller_id\na,one,3", "?reseller_id=3")).status).toBe(
    201,
  );
  expect(await setsOf(admin)).toEqual([["a", 2]]);
  expect((await download(two, "rewriterulesets", "?reseller_id=3")).text).toContain("a,one");
  expect((await download(three, "rewriterulesets", "?reseller_id=2")).text).toBe("name,description\r\n");
});

it("a purge deletes only the owner's records", async () => {
  await upload(admin, "rewriterulesets", "a,one", "?reseller_id=2");
  await upload(admin, "rewriterulesets", "b,two", "?reseller_id=3");
  expect((await upload(admin, "rewriterulesets", "c,three", "?reseller_id=3&purge_existing=1")).status).toBe(201);
  expect(await setsOf(admin)).toEqual([
    ["a", 2],
    ["c", 3],
  ]);
});

it("parents of lines are found and created among the owner's, and survive a purge", async () => {
  await upload(admin, "rewriterulesets", "theirs,x", "?reseller_id=3");
  const rule = (set: string, text: string) => `${set},^${text}$,1,${text},5`;
  expect(
    (await upload(two, "rewriterules", `${rule("mine", "a")}\n${rule("mine", "b")}\n${rule("other", "c")}`)).status,
  ).toBe(201);
  expect(await setsOf(admin)).toEqual([
    ["mine", 2],
    ["other", 2],
    ["theirs", 3],
  ]);
  // The name is unique platform-wide, and taken by a set that this reseller cannot see.
  await upload(two, "rewriterules", rule("theirs", "d"));
  expect((await admin.send("GET", "/api/rewriterules/?rows=1")).body.total_count).toBe(3);
  expect((await upload(two, "rewriterules", rule("new", "e"), "?purge_existing=true")).status).toBe(201);
  expect(await setsOf(admin)).toEqual([
    ["mine", 2],
    ["new", 2],
    ["other", 2],
    ["theirs", 3],
  ]);
  expect((await download(two, "rewriterules")).text).toBe("new,^e$,1,e,5\r\n");
});
