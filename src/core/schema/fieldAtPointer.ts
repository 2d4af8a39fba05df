interface FieldTree<F> {
  readonly name: string;
  readonly fields?: readonly F[];
}

/** The field behind a pointer, whose numbers are positions in lists. */
export function fieldAtPointer<F extends FieldTree<F>>(fields: readonly F[], pointer: string): F | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAtPointer(field?.fields ?? [], `/${rest.join("/")}`);
}
