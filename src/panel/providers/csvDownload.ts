import type { ResourceDescriptor } from "../../core/descriptor.ts";
import { saveFile, toFile } from "./files.ts";
import { type Query, send } from "./http.ts";

/** Longer than any answer takes, however many records there are. */
const patience = 300_000;

/** Saves all records of a resource, or of an owner, as the file that they could be uploaded by. */
export async function downloadCsv(
  { name, csv }: Pick<ResourceDescriptor, "name" | "csv">,
  query: Query,
): Promise<void> {
  const answer = await send({
    path: `/api/${name}/`,
    query,
    headers: { Accept: "text/csv" },
    file: true,
    timeout: patience,
  });
  saveFile(toFile(answer, csv?.file ?? `${name}.csv`));
}
