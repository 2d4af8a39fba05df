import type { CellProps } from "../cell.ts";

/** A secret is never shown, whoever the platform sends it to: a page is easily seen over a shoulder. */
export function PasswordCell({ context }: CellProps) {
  return (
    <>
      <span aria-hidden="true">••••••••</span>
      <span className="sr-only">{context.translate("views.value.secret")}</span>
    </>
  );
}
