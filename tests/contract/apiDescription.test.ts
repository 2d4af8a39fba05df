import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { openApiDocument } from "../../src/platform/records/apiDocs/openApi.ts";
import { type Answer, embedded } from "../support/api.ts";
import { descriptors } from "../support/chosen.ts";
import { demonstrationUntilEnd } from "../support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = (await platform.as("administrator")).namingOwners();
api.lend("interceptions", await platform.as("intercept"));

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(openApiDocument(), "api");

/** What of an answer differs from the description of the answers of a path. */
function differences(path: string, { body }: Answer): string[] {
  const pointer = `/paths/${path.replaceAll("/", "~1")}/get/responses/200/content/application~1json/schema`;
  const validate = ajv.getSchema(`api#${pointer}`);
  if (!validate) throw new Error(`${path} is not described`);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

it.each(descriptors.filter(({ operations }) => operations.includes("list")))(
  "lists and records of $name are answered as the API's description says, references expanded too",
  async ({ name, fields, operations, parent }) => {
    const references = fields.filter(({ reference }) => reference).map((field) => field.name);
    const expand = { expand: references.join(), soft_expand: 1 };
    const nested = parent?.nested ? `{${parent.reference}}` : "";
    const list = await api.list(name, { rows: 20, ...(references.length > 0 && expand) });
    expect(list.status, list.text).toBe(200);
    expect(differences(`/${name}/${nested}`, list)).toEqual([]);
    const [first] = embedded(list, name);
    if (!first || nested || !operations.includes("read")) return;
    expect(differences(`/${name}/{id}`, await api.read(name, first.id as number))).toEqual([]);
  },
);
