import { HttpError } from "react-admin";
import { isRecordId, isSameId } from "../../../core/schema/ids.ts";
import { parseColour } from "../../../core/values/colour.ts";
import { loadRecordFile, readFileValue } from "../../providers/files.ts";
import { send } from "../../providers/http.ts";
import { collectionPath, fromList, type PanelRecord, readText } from "../../providers/rest.ts";
import { currentSession } from "../../providers/session.ts";
import { accentOf } from "./accent.ts";
import { type Brand, storeBrand } from "./brand.ts";

const resource = "resellerbrandings";

/** Loads the reseller's branding and applies it. Platforms without one silently keep the panel's own look. */
export async function loadBrand(resellerId: number): Promise<void> {
  const session = currentSession();
  try {
    const response = await send({ path: collectionPath(resource), query: { reseller_id: resellerId } });
    const branding = fromList(resource, response).data.find(
      ({ reseller_id: id }) => isRecordId(id) && isSameId(id, resellerId),
    );
    const brand = session && branding ? await toBrand(branding, session.adminId) : null;
    if (currentSession()?.adminId === session?.adminId) storeBrand(brand);
  } catch (error) {
    // Refused: this user has none. Without a response the cached one stays.
    if (error instanceof HttpError && error.status >= 400 && error.status < 500) storeBrand(null);
  }
}

async function toBrand(branding: PanelRecord, adminId: number): Promise<Brand> {
  const colour = parseColour(readText(branding, "csc_color_primary") ?? "");
  const logo = branding.logo_image_type === null ? null : await loadRecordFile("resellerbrandinglogos", branding.id);
  return {
    adminId,
    accents: colour && { light: accentOf(colour, "light"), dark: accentOf(colour, "dark") },
    logo: logo ? await readFileValue(logo) : undefined,
  };
}
