import fc from "fast-check";
import type { Json, RuleEntry, WireRecord } from "../../src/core/schema/descriptor.ts";
import type { ResourceModule } from "../../src/core/schema/resourceModule.ts";

/** Longer values cost time and find nothing new. */
const MAX_LENGTH = 2000;

/** As the unit "binary", whose table of a million characters takes seconds to build. */
const anyCharacter = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

/**
 * Records close to `valid`: most fields keep their value, some get a value from the rule book, some an arbitrary one,
 * some are dropped.
 */
export function recordsNear(
  { descriptor }: ResourceModule,
  rules: readonly RuleEntry[],
  valid: WireRecord,
): fc.Arbitrary<WireRecord> {
  const fields = descriptor.fields.filter((field) => !field.readOnly && !field.internal);
  const arbitraries = fields.map(({ name }) => {
    const known = rules
      .filter(({ pointer }) => pointer === `/${name}`)
      .flatMap((rule) => [...rule.valid, ...rule.invalid])
      .filter((value) => JSON.stringify(value).length < MAX_LENGTH);
    const own = fc.constant<Json | undefined>(valid[name]);
    return [
      name,
      fc.oneof(
        { weight: 12, arbitrary: own },
        { weight: 3, arbitrary: known.length > 0 ? fc.constantFrom<Json | undefined>(...known) : own },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json> },
        {
          weight: 1,
          arbitrary: fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: anyCharacter, maxLength: 12 })),
        },
        { weight: 1, arbitrary: fc.constantFrom<Json | undefined>(undefined, null, "") },
      ),
    ] as const;
  });
  return fc.record(Object.fromEntries(arbitraries)) as fc.Arbitrary<WireRecord>;
}
