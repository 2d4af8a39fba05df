import type { FastifyInstance } from "fastify";
import type { Json } from "../../src/core/schema/descriptor.ts";

/** A route that takes a body. */
export interface BodyRoute {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly url: string;
}

/** Notes each that is registered from now on. */
export function noteBodyRoutes(app: FastifyInstance): BodyRoute[] {
  const found: BodyRoute[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    for (const one of [method].flat() as string[]) {
      if (one === "POST" || one === "PUT" || one === "PATCH") found.push({ method: one, url });
    }
  });
  return found;
}

/** Leaves of all JSON that no column, id or text can take. */
const hostileLeaves = [
  ...[
    "1e99",
    "1.5",
    "-1",
    "0",
    "2147483648",
    "1e400",
    "{}",
    "[]",
    "[{}]",
    '{"a":{}}',
    '{"toString":1}',
    "null",
    "true",
    '""',
    '"x"',
  ],
  ...['"a\\u0000b"', '"\\ud800"', '"x\\udfff"', '{"a\\u0000":"\\u0000"}', '["\\u0000"]', '"__proto__"'],
];

const mark = "@@hostile@@";

/** The body with each of its values, the whole of it among them, in turn replaced by each hostile one, as JSON. */
export function hostileVersions(body: Json): readonly string[] {
  return placesIn(body).flatMap((marked) => {
    const text = JSON.stringify(marked);
    return hostileLeaves.map((leaf) => text.replace(`"${mark}"`, () => leaf));
  });
}

function placesIn(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    return [
      mark,
      ...value.flatMap((one, at) =>
        placesIn(one).map((marked) => value.map((other, index) => (index === at ? marked : other))),
      ),
    ];
  }
  if (typeof value !== "object" || value === null) return [mark];
  return [
    mark,
    ...Object.entries(value).flatMap(([name, one]) =>
      placesIn(one as Json).map((marked) => ({ ...value, [name]: marked })),
    ),
  ];
}
