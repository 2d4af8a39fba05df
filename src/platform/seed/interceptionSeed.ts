import type { Draft } from "./draft.ts";

/** Interceptions with and without voice, delivered to fictional hosts. */
export function addInterceptions(draft: Draft): void {
  const lines = (draft.tables.numbers ?? []).filter(({ is_primary }) => is_primary);
  for (const [index, line] of [lines[40], lines[300]].entries()) {
    if (!line) continue;
    const hasSpeech = index === 1;
    draft.add("interceptions", {
      reseller_id: line.reseller_id,
      liid: 20_260_101 + index,
      number: line.number,
      x2_host: "x2.mediation.example",
      x2_port: 18_090,
      x2_user: "platform",
      x2_password: null,
      x3_required: hasSpeech,
      x3_host: hasSpeech ? "x3.mediation.example" : null,
      x3_port: hasSpeech ? 18_091 : null,
    });
  }
}
