// Baseline for the contacts benchmark: hand-written endpoints on Fastify and pg for this one resource, with prepared
// statements, one per request, and without login, permissions or rules. Argument: database URL. Prints its URL and
// runs until it is stopped.
import fastify from "fastify";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { foldText } from "../src/core/values/foldText.ts";
import { folded } from "../src/platform/db/folded.ts";
import { valueTypes } from "../src/platform/db/valueTypes.ts";

const [databaseUrl = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, types: valueTypes, max: 10 });
const app = fastify();
app.addContentTypeParser(
  "application/json-patch+json",
  { parseAs: "string" },
  app.getDefaultJsonParser("error", "error"),
);

const texts = "firstname lastname email company street postcode city country timezone iban".split(" ");
const details = "bic bankname vatnum comregnum phonenumber mobilenumber faxnumber".split(" ");
const gpp = Array.from({ length: 10 }, (_, index) => `gpp${index}`);
const writable = [...texts, ...details, ...gpp];
const columns = ["id", "row_version", "reseller_id", ...writable, "status"].join(", ");
const visible = "status not in ('terminated') and reseller_id is not null";

/** The e-mail as the index of our table has it. */
const searched = folded(sql.ref("email")).compile(new Kysely({ dialect: new PostgresDialect({ pool }) })).sql;

interface ListQuery {
  readonly Querystring: { readonly page?: string; readonly rows?: string; readonly email?: string };
}
interface Item {
  readonly Params: { readonly id: string };
  readonly Body: readonly [{ readonly path: string; readonly value: string }];
}

app.get<ListQuery>("/api/customercontacts/", async ({ query: { page = "1", rows = "10", email } }) => {
  const paging = [Number(rows), (Number(page) - 1) * Number(rows)];
  if (email === undefined) return pageOf(`${visible}`, "list", paging);
  const pattern = foldText(email).replaceAll("%", "\\%").replaceAll("_", "\\_").replaceAll("*", "%");
  return pageOf(`${visible} and ${searched} like $3`, "filter", [...paging, pattern]);
});

/** A page and the total number of rows, with two statements in parallel. */
async function pageOf(where: string, name: string, [size, offset, ...filter]: readonly unknown[]) {
  const ofFilter = where.replace("$3", "$1");
  const [{ rows }, total] = await Promise.all([
    pool.query({
      name,
      text: `select ${columns} from contacts where ${where} order by id limit $1 offset $2`,
      values: [size, offset, ...filter],
    }),
    pool.query({
      name: `${name} total`,
      text: `select count(*) as total from contacts where ${ofFilter}`,
      values: filter,
    }),
  ]);
  return { total: total.rows[0].total, rows };
}

app.get<Item>("/api/customercontacts/:id", async ({ params: { id } }, reply) => {
  const text = `select ${columns} from contacts where id = $1 and ${visible}`;
  const { rows } = await pool.query({ name: "get", text, values: [id] });
  const [{ row_version, ...record }] = rows;
  reply.header("etag", `"${row_version}"`);
  return record;
});

app.patch<Item>("/api/customercontacts/:id", async ({ params: { id }, body: [{ path, value }] }, reply) => {
  const field = path.slice(1);
  if (!writable.includes(field)) return reply.code(422).send();
  // Updates the row and its version and writes the journal entry in one statement.
  const text = `with before as (select id, reseller_id, ${field} from contacts where id = $1 and ${visible} for update),
    after as (update contacts set ${field} = $2, row_version = row_version + 1 from before where contacts.id = before.id
      returning contacts.row_version),
    entry as (insert into journals (resource_name, resource_id, operation, timestamp, user_id, username, reseller_id, changes)
      select 'customercontacts', before.id, 'update', now(), 1, 'administrator', before.reseller_id,
        jsonb_build_object('${field}', jsonb_build_object('before', before.${field}, 'after', $2::text)) from before)
    select row_version from after`;
  const { rows } = await pool.query({ name: `patch ${field}`, text, values: [id, value] });
  return reply.header("etag", `"${rows[0].row_version}"`).code(204).send();
});

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
