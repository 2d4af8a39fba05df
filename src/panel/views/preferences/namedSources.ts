import { summaries } from "../../../generated/index.gen.ts";

/** A record that a preference names: the wire carries this field of it, not its id. */
export interface NamedSource {
  readonly resource: string;
  readonly search: string;
  readonly label: string;
  readonly keep: string;
}

/** The definitions call these plain texts, so that a client has to know them. */
const named: Readonly<Record<string, readonly [resource: string, field: string]>> = {
  rewrite_rule_set: ["rewriterulesets", "name"],
  cdr_export_sclidui_rwrs: ["rewriterulesets", "name"],
  header_rule_set: ["headerrulesets", "name"],
  sound_set: ["soundsets", "name"],
  contract_sound_set: ["soundsets", "name"],
  ncos: ["ncoslevels", "level"],
  adm_ncos: ["ncoslevels", "level"],
  adm_cf_ncos: ["ncoslevels", "level"],
  ncos_set: ["ncossets", "name"],
  adm_ncos_set: ["ncossets", "name"],
  adm_cf_ncos_set: ["ncossets", "name"],
  emergency_mapping_container: ["emergencymappingcontainers", "name"],
};

/** Where the choices of a preference come from; undefined for one that is no name, or of records not served here. */
export function namedSourceOf(preference: string): NamedSource | undefined {
  const [resource, field] = named[preference] ?? [];
  return resource && field && resource in summaries
    ? { resource, search: field, label: field, keep: field }
    : undefined;
}
