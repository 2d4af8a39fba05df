import type { Identifier } from "ra-core";
import type { ResourceDescriptor } from "../../core/descriptor.ts";
import { saveFile, toFile } from "./files.ts";
import { send } from "./http.ts";
import { itemPath } from "./rest.ts";

/** Saves the iCalendar file that a record also is. */
export async function downloadCalendar({ name }: Pick<ResourceDescriptor, "name">, id: Identifier): Promise<void> {
  const answer = await send({ path: itemPath(name, id), headers: { Accept: "text/calendar" }, file: true });
  saveFile(toFile(answer, `${name}-${id}.ics`));
}
