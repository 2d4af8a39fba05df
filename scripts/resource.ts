// npm run resource -- new <name>: writes the start of a schema and of its English messages.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.env.PATCHBAY_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));
const [command, name] = process.argv.slice(2);
if (command !== "new" || !name || !/^[a-z][a-z0-9]*s$/.test(name)) {
  console.error("usage: npm run resource -- new <name>\nname: the resource's name on the API, lower case and plural");
  process.exit(2);
}

const singular = name.slice(0, -1);
const title = singular.charAt(0).toUpperCase() + singular.slice(1);
const files: readonly (readonly [path: string, data: unknown])[] = [
  [`schemas/entities/${name}.schema.json`, schema()],
  [`i18n/en/resources/${name}.json`, messages()],
];

const taken = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
if (taken.length > 0) {
  console.error(`already there: ${taken.join(", ")}`);
  process.exit(1);
}
for (const [path, data] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${JSON.stringify(data, null, 2)}\n`);
  console.log(`wrote ${path}`);
}
console.log('Describe its fields, then run "npm run codegen".');

function schema(): unknown {
  return {
    $schema: "../meta.schema.json",
    $id: name,
    title,
    type: "object",
    required: ["name"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string", maxLength: 127, "x-field": { filter: "wildcard", unique: "platform" } },
    },
    "x-resource": {
      route: `/${singular}`,
      menu: { group: "settings", order: 500 },
      record: "{name}",
      access: { superuser: "all" },
      list: { columns: ["id"], filters: ["name"], search: "name" },
      groups: { base: ["name"] },
      journal: true,
    },
  };
}

function messages(): unknown {
  return {
    name: `${title} |||| ${title}s`,
    fields: { id: "ID", name: "Name" },
    groups: { base: "Details" },
    actions: { create: `Create ${singular}`, remove: `Delete ${singular}` },
  };
}
