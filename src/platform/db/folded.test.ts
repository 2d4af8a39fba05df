import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeEngines } from "../../../tests/support/engines.ts";
import { foldText } from "../../core/foldText.ts";
import { folded, foldedParameter } from "./folded.ts";

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

describeEngines((open) => {
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
