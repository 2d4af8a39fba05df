import type { CellProps, Cells } from "../cell.ts";

export const cells = { password: { Cell: PasswordCell } } satisfies Cells;

/** A secret is never shown, even if the platform sends it: someone may look over the user's shoulder. */
function PasswordCell({ context }: CellProps) {
  return (
    <>
      <span aria-hidden="true">••••••••</span>
      <span className="sr-only">{context.translate("views.value.secret")}</span>
    </>
  );
}
