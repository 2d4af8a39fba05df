import IconButton, { type IconButtonProps } from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";

/** A button that is only a picture, with its name as its tooltip. */
export function NamedButton({ label, ...button }: IconButtonProps & { readonly label: string }) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} {...button} />
    </Tooltip>
  );
}
