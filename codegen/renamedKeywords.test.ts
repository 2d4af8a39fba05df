import { expect, it } from "vitest";
import { buildings, house, messageOf, rooms, site, sourcesOf } from "./__fixtures__/sources.ts";
import { toModel } from "./generate.ts";
import { formerKeywords } from "./renamedKeywords.ts";

const files = { "x-field": "rooms", "x-resource": "rooms", pages: "pages", roles: "roles" } as const;

/** Place of an old word, with `=` before an old value, and its new word or what replaces it. */
const places: readonly (readonly [place: string, now: string])[] = [
  ["x-resource.tabs.all.shows", "show"],
  ["x-resource.tabs.all.lists", "referenceMany"],
  ["x-resource.tabs.all.has", "referenceOne"],
  ["x-resource.tabs.all.by", "target"],
  ["x-resource.tabs.all.value", "source"],
  ["x-resource.tabs.all.create", '"filter" that is the "preset"'],
  ["x-resource.tabs.all.createVariant", '"filter" that is the "preset"'],
  ["x-resource.tabs.all.tabs", '"when" and "needs" of each tab'],
  ["x-resource.tabs.all.record", "recordRepresentation"],
  ["x-resource.tabs.all.older", "legacyPath"],
  ["x-resource.csv.whole", "atomic"],
  ["x-resource.csv.dayEnds", "endOfDayColumns"],
  ["x-resource.csv.least", 'the hook "olderCsv"'],
  ["x-resource.csv.minColumns", 'the hook "olderCsv"'],
  ["x-resource.csv.sameAs", 'the hook "olderCsv"'],
  ["x-resource.csv.fallbackColumns", 'the hook "olderCsv"'],
  ["x-resource.csv.creates", "creatableReferences"],
  ["x-resource.csv.purgeMarks", "purgeCountField"],
  ["x-resource.csv.ownerFirst", "ownerColumn"],
  ["x-resource.csv.file", "fileName"],
  ["x-resource.csv.path", "uploadPath"],
  ["x-resource.csv.older", "legacyPath"],
  ["x-resource.status.reaches", "cascadesTo"],
  ["x-resource.status.erases", "deletesDependents"],
  ["x-resource.status.deleteSets", "softDeleteValue"],
  ["x-resource.status.frozen", "readOnlyValues"],
  ["x-resource.status.hidden", "hiddenValues"],
  ["x-resource.status.sets", "dependentFields"],
  ["x-field.file.asks", "typeParameter"],
  ["x-field.file.older", "legacyPath"],
  ["x-field.file.orFirst", "fallbackToFirst"],
  ["x-field.file.isDefault", "defaultRepresentation"],
  ["x-field.file.format", "formatParameter"],
  ["x-field.file.raw", "rawBody"],
  ["x-resource.wire", "api"],
  ["x-resource.api.patchOps", "patchAddRemove"],
  ["x-resource.api.representation", "returnRepresentation"],
  ["x-resource.api.deleteBy", 'the hook "bulkDeleteFilter"'],
  ["x-resource.api.bulkDeleteFilter", 'the hook "bulkDeleteFilter"'],
  ["x-resource.api.action", '"operations": ["create"]'],
  ["x-resource.api.actionOnly", '"operations": ["create"]'],
  ["x-field.as", "widget"],
  ["x-field.schedule.as", "valueField"],
  ["x-field.schedule.from", "startField"],
  ["x-field.schedule.apart", "seriesFields"],
  ["x-field.later", "schedule"],
  ["x-field.line", "summaryFields"],
  ["x-field.unshared", "excludeFromBulk"],
  ["x-field.offers", '"format": "star-code"'],
  ["x-field.freeCodeRange", '"format": "star-code"'],
  ["x-field.stamped", "createdAt"],
  ["x-field.inline", "inlineEdit"],
  ["x-field.inlineEdit=asks", "confirm"],
  ["x-field.dial", "clickToDial"],
  ["x-field.affects.by", "target"],
  ["x-field.unique.orEmpty", "nullsNotDistinct"],
  ["x-field.reference.onDelete=clear", "setNull"],
  ["x-field.requires", "accessFlags"],
  ["x-resource.list.finds", "searchFields"],
  ["x-resource.list.search", "searchFilter"],
  ["x-resource.list.numbers", "searchNumbers"],
  ["x-resource.list.optional", "hiddenColumns"],
  ["x-resource.list.defaultFilters", "filterDefaultValues"],
  ["x-resource.prefixes", "prefixIndexes"],
  ["x-resource.legacyTables./a.narrow", "condition"],
  ["x-resource.bulk", "bulkActions"],
  ["x-resource.reorder.by", "field"],
  ["x-resource.order", "reorder"],
  ["x-resource.record", "recordRepresentation"],
  ["x-resource.dial", '"clickToDial" of the title'],
  ["x-resource.dialTemplate", '"clickToDial" of the title'],
  ["x-resource.facts", "headerFields"],
  ["x-resource.next", "nextSteps"],
  ["x-resource.shortcuts", "tabActions"],
  ["x-resource.shownAs", "canonicalResource"],
  ["x-resource.discriminator.by", "propertyName"],
  ["x-resource.discriminator.resources", "mapping"],
  ["x-resource.kinds", "discriminator"],
  ["x-resource.tryOut", "callSimulation"],
  ["x-resource.upsert", "upsertKey"],
  ["x-resource.parent.by", "reference"],
  ["x-resource.composite.a.by", "reference"],
  ["x-resource.composite.a.atMost", "maxItems"],
  ["x-resource.childPreferences.by", "reference"],
  ["x-resource.preferencesBy", "childPreferences"],
  ["x-resource.clone.field", "uniqueFields"],
  ["x-resource.clone.also", "uniqueFields"],
  ["x-resource.clone.without", "resetFields"],
  ["x-resource.rows", "visibilityNote"],
  ["x-resource.owners", "ownerFilters"],
  ["x-resource.requires", "accessFlags"],
  ["roles.legacyResources.lamps.requires", "accessFlags"],
  ["roles.pending", "legacyResources"],
  ["roles.roles.0.about", "description"],
  ["pages.pages.1.behind", "servedBy"],
  ["pages.pages.1.servedBy=older", "legacyPanel"],
  ["pages.pages.1.below", "childRight"],
  ["pages.pages.1.frame", "legacyPath"],
  ["pages.pages.1.opens", "href"],
  ["x-field.reservedName", 'no keyword: only a field with "filter"'],
];

it.each(places)("%s is an error that names %s, with file and line", (place, now) => {
  const [path = "", value] = place.split("=");
  const [part = "", ...steps] = path.split(".");
  const given = structuredClone({ rooms, roles: house, pages: site });
  const file = files[part as keyof typeof files];
  setAt(
    given[file],
    part === "x-field" ? ["properties", "seats", part, ...steps] : part === "x-resource" ? [part, ...steps] : steps,
    value ?? "x",
  );
  const message = messageOf(() => toModel(sourcesOf([buildings, given.rooms], given.roles, given.pages)));
  const old = value ?? steps.at(-1);
  const error = message.split("\n").find((line) => line.includes(`"${old}" is not `)) ?? message;
  expect([`Did you mean "${now}"`, `; expected "${now}"`, `; expected ${now}`].some((end) => error.includes(end))).toBe(
    true,
  );
  const line = Number(/^[^:]*:(\d+): /.exec(error)?.[1]);
  expect(JSON.stringify(given[file], null, 2).split("\n")[line - 1]).toContain(`"${old}"`);
});

it("every old word stands somewhere", () => {
  const tried = places.map(([place]) => place.split(/[.=]/).at(-1));
  expect(formerKeywords.filter((old) => !tried.some((one) => one === old))).toEqual([]);
});

function setAt(target: unknown, [step = "", ...rest]: readonly string[], value: unknown): void {
  const members = target as Record<string, unknown>;
  if (rest.length > 0) members[step] ??= {};
  if (rest.length > 0) setAt(members[step], rest, value);
  else members[step] = value;
}
