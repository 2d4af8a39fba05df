import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeBothEngines } from "../../../tests/support/engines.ts";
import { foldName, foldText } from "../../core/values/foldText.ts";
import { folded, foldedName, foldedParameter } from "./folded.ts";

const TEXTS = [
  ...[
    "Müller",
    "STRASSE",
    "Straße",
    "Łódź",
    "Ørsted",
    "Œuvre",
    "Ёжик",
    "Йод",
    "été",
    "e\u0301",
    "İzmir",
    "ısı",
    "Đorđe",
  ],
  ...["ΟΔΟΣ", "ὈΔΌΣ", "ᾳ", "ﬁle", "ſ", "ϐ", "ＡＢＣ", "ᲀ", "ẞ", "ŉ"],
  ...["Ŵ", "ñandú", "plain ASCII_100%\\", "", "日本", "ὀδός"],
];

describeBothEngines((open) => {
  it("compares names as they are compared elsewhere", async () => {
    const { kysely } = await open();
    for (const text of [...TEXTS, "\u00a0Émile\t", "\ufeffSIP.Example "]) {
      const { rows } = await sql<{ name: string }>`select ${foldedName(sql`${text}::text`)} as name`.execute(kysely);
      expect(rows[0]?.name, text).toBe(foldName(text));
    }
  });

  it("folds as the browser does, values and parameters alike", async () => {
    const { kysely } = await open();
    for (const text of TEXTS) {
      const { rows } = await sql<{ value: string; parameter: string }>`
        select ${folded(sql.ref("t"))} as value, ${foldedParameter(text)} as parameter from (select ${text}::text as t) as one`.execute(
        kysely,
      );
      expect(rows[0], text).toEqual({ value: foldText(text), parameter: foldText(text) });
    }
  });
});
