import { HttpError } from "ra-core";
import { parseColour } from "../../core/colour.ts";
import { readFileValue } from "../kinds/file/readFileValue.ts";
import { send } from "../providers/http.ts";
import { loadRecordFile } from "../providers/recordFiles.ts";
import { collectionPath, fromList, type PanelRecord } from "../providers/rest.ts";
import { currentSession } from "../session.ts";
import { accentOf } from "./accent.ts";
import { type Brand, keepBrand } from "./brand.ts";

const resource = "resellerbrandings";

/** Asks for the reseller's branding and shows it. A platform without one leaves the panel as it is, without a word. */
export async function loadBrand(resellerId: number): Promise<void> {
  const session = currentSession();
  try {
    const answer = await send({ path: collectionPath(resource), query: { reseller_id: resellerId } });
    const branding = fromList(resource, answer).data.find(({ reseller_id }) => Number(reseller_id) === resellerId);
    const brand = session && branding ? await toBrand(branding, session.adminId) : null;
    if (currentSession()?.adminId === session?.adminId) keepBrand(brand);
  } catch (error) {
    // Refused: there is none for this person. Without an answer the one known from last time stays.
    if (error instanceof HttpError && error.status >= 400 && error.status < 500) keepBrand(null);
  }
}

async function toBrand(branding: PanelRecord, adminId: number): Promise<Brand> {
  const colour = parseColour(String(branding.csc_color_primary ?? ""));
  const logo = branding.logo_image_type === null ? null : await loadRecordFile("resellerbrandinglogos", branding.id);
  return {
    adminId,
    accents: colour && { light: accentOf(colour, "light"), dark: accentOf(colour, "dark") },
    logo: logo ? await readFileValue(logo) : undefined,
  };
}
