import { enumKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";
import { Several } from "../Several.tsx";

/** Texts of a list; where they are choices, the choices' words. */
export function TagsCell({ value, source, context }: CellProps) {
  const tags = (Array.isArray(value) ? value : [value]).map(String);
  return (
    <Several context={context}>
      {tags.map((tag) => context.translate(enumKey(context.resource, source, tag), { _: tag }))}
    </Several>
  );
}
