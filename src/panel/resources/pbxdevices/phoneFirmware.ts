import { compareVersions } from "../../../core/compareVersions.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** Version of a phone's firmware, and whether a newer one is stored for its model. */
export interface PhoneFirmware {
  readonly version: string;
  readonly newest: string;
  readonly isOlder: boolean;
}

const dotted = /\d+(?:\.\d+)+/g;

/**
 * The firmware of a phone by its requests, latest first, and those stored for its model. Phones name theirs in the
 * User-Agent, as a version with as many parts as the stored ones; otherwise their last request for firmware tells.
 * Undefined when nothing does, or none is stored.
 */
export function phoneFirmware(
  requests: readonly PanelRecord[],
  firmwares: readonly PanelRecord[],
): PhoneFirmware | undefined {
  const versions = firmwares.map(({ version }) => String(version)).sort(compareVersions);
  const newest = versions.at(-1);
  if (newest === undefined) return undefined;
  const version = versionNamed(requests, partsOf(newest)) ?? versionLoaded(requests);
  return version === undefined ? undefined : { version, newest, isOlder: compareVersions(version, newest) < 0 };
}

const partsOf = (version: string) => version.split(".").length;

function versionNamed(requests: readonly PanelRecord[], parts: number): string | undefined {
  if (parts < 2) return undefined;
  for (const { user_agent } of requests) {
    const named = String(user_agent ?? "").match(dotted) ?? [];
    const version = named.find((one) => partsOf(one) === parts);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** What it loaded, or had when there was nothing newer. */
function versionLoaded(requests: readonly PanelRecord[]): string | undefined {
  const last = requests.find(
    ({ kind, outcome }) => kind === "firmware" && (outcome === "served" || outcome === "nothing_newer"),
  );
  return typeof last?.detail === "string" ? last.detail : undefined;
}
