import type { FieldDescriptor, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { wireType } from "../../../src/core/wireType.ts";
import { boundChanges } from "./boundMutants.ts";
import { turned } from "./conditionMutants.ts";
import { type Change, type Mutant, type Placed, withField } from "./mutant.ts";

/** Faults of single fields. */
export function fieldMutants(descriptor: ResourceDescriptor): Mutant[] {
  const { name: resource } = descriptor;
  return placedFields(descriptor.fields).flatMap(({ field, path, pointer }) => {
    const dropped = droppedRules(field, path);
    const changes = isNeverSet(field, descriptor)
      ? dropped.filter(({ id }) => id === "not-fixed")
      : [
          ...boundChanges(field),
          ...dropped,
          ...addedRules(field),
          ...conditionChanges(field, descriptor),
          ...referenceChanges(field, descriptor),
        ];
    return changes.map(({ kind, id, what, at = "", change }) => ({
      id: `${resource}${pointer}${at}:${id}`,
      kind,
      resource,
      pointer: `${pointer}${at}`,
      planted: what,
      fault: { descriptors: [withField(descriptor, path, change)] },
    }));
  });
}

/** Every field that requests may set, however deep. */
export function placedFields(
  fields: readonly FieldDescriptor[],
  above: Pick<Placed, "path" | "pointer"> = { path: [], pointer: "" },
): Placed[] {
  return fields
    .filter(({ readOnly, internal, derive }) => !readOnly && !internal && !derive)
    .flatMap((field) => {
      const path = [...above.path, field.name];
      const pointer = `${above.pointer}/${field.name}`;
      const inner = { path, pointer: wireType(field) === "array" ? `${pointer}/0` : pointer };
      return [{ field, path, pointer }, ...placedFields(field.fields ?? [], inner)];
    });
}

/** Whether no request can set the field: the platform makes the records, and it stays as it was made. */
export function isNeverSet({ immutable }: FieldDescriptor, { operations }: ResourceDescriptor): boolean {
  return immutable === true && !operations.includes("create");
}

function droppedRules(field: FieldDescriptor, path: readonly string[]): Change[] {
  const { enum: choices, items, file, format, kind, required, requiredWhen, immutable, unique } = field;
  const dropped = (id: string, what: string, change: Partial<FieldDescriptor>): Change => ({
    kind: "rules dropped",
    id,
    what,
    change,
  });
  const type = wireType(field);
  const isTop = path.length === 1;
  const further = file?.types.includes("image/png") ? "audio/x-wav" : "image/png";
  return [
    ...(required ? [dropped("not-required", "no longer required", { required: false })] : []),
    ...(requiredWhen ? [dropped("never-required", "no longer required", { requiredWhen: undefined })] : []),
    ...(choices ? choiceChanges(choices, dropped) : []),
    ...(type === "integer" && kind !== "reference" && !choices
      ? [dropped("fractions", "takes fractions", { type: "number" })]
      : []),
    ...(format && format !== "password"
      ? [dropped("no-format", `format ${format} dropped`, { format: undefined })]
      : []),
    ...(items?.format
      ? [
          dropped("entry-no-format", `format ${items.format} of each entry dropped`, {
            items: { ...items, format: undefined },
          }),
        ]
      : []),
    ...(immutable && isTop ? [dropped("not-fixed", "may be changed later", { immutable: undefined })] : []),
    ...(unique ? [dropped("not-unique", "no longer unique", { unique: undefined })] : []),
    ...(file
      ? [
          dropped("file-type-more", `takes ${further} as well`, { file: { ...file, types: [...file.types, further] } }),
          dropped("file-type-less", `no longer takes ${file.types[0]}`, {
            file: { ...file, types: file.types.slice(1) },
          }),
        ]
      : []),
  ];
}

function choiceChanges(
  choices: readonly (string | number)[],
  dropped: (id: string, what: string, change: Partial<FieldDescriptor>) => Change,
): Change[] {
  const ends = choices.length > 1 ? [...new Set([choices[0], choices.at(-1)])] : [];
  const further = typeof choices[0] === "number" ? Math.max(...choices.map(Number)) + 2 : "planted";
  return [
    ...ends.map((gone) =>
      dropped(`choice-less-${gone}`, `no longer takes ${gone}`, { enum: choices.filter((choice) => choice !== gone) }),
    ),
    dropped("choice-more", `takes ${further} as well`, { enum: [...choices, further] }),
  ];
}

/** A choice that only some records need to make becomes one for all. */
function addedRules({ required, default: given, kind, requiredWhen }: FieldDescriptor): Change[] {
  if (required || requiredWhen || given !== undefined || kind === "boolean") return [];
  return [{ kind: "rules added", id: "required", what: "is required", change: { required: true } }];
}

function conditionChanges(field: FieldDescriptor, descriptor: ResourceDescriptor): Change[] {
  const told = (name: "when" | "requiredWhen" | "formatWhen"): Change[] => {
    const condition = field[name];
    return (condition ? turned(condition, descriptor) : []).map(({ id, condition: now }) => ({
      kind: "conditions turned",
      id: `${name}-${id}`,
      what: `${name} ${JSON.stringify(condition)} -> ${now ? JSON.stringify(now) : "none"}`,
      change: { [name]: now },
    }));
  };
  // Without its condition a field is never required, which is among the dropped rules.
  return [...told("when"), ...told("requiredWhen").filter(({ id }) => !id.endsWith("-dropped")), ...told("formatWhen")];
}

function referenceChanges({ name: own, reference }: FieldDescriptor, descriptor: ResourceDescriptor): Change[] {
  if (!reference) return [];
  const { filter = {} } = reference;
  // A platform does not start without the record that other fields, columns or filters take values of.
  const isSource = JSON.stringify(descriptor).includes(`"${own}.`);
  return [
    ...(isSource
      ? []
      : [
          {
            kind: "references loosened" as const,
            id: "no-reference",
            what: `no longer has to be one of ${reference.resource}`,
            change: { reference: undefined },
          },
        ]),
    ...Object.entries(filter).map(([name, value]): Change => {
      const rest = Object.fromEntries(Object.entries(filter).filter(([other]) => other !== name));
      return {
        kind: "references loosened",
        id: `any-${name}`,
        what: `no longer needs ${name} ${value}`,
        change: { reference: { ...reference, filter: rest } },
      };
    }),
  ];
}
