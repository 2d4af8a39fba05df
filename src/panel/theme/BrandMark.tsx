import Box from "@mui/material/Box";
import { useTheme } from "@mui/material/styles";
import { useTranslate } from "ra-core";
import { useBrand } from "./brand.ts";
import { Logo } from "./Logo.tsx";
import { visuallyHidden } from "./visuallyHidden.ts";

/** The product's mark and name, or the logo of the reseller in their place. */
export function BrandMark() {
  const product = useTranslate()("app.product");
  const logo = useBrand()?.logo;
  const isDark = useTheme().palette.mode === "dark";
  if (!logo) {
    return (
      <>
        <Logo />
        <Box component="span" sx={{ "@media (max-width: 379px)": visuallyHidden }}>
          {product}
        </Box>
      </>
    );
  }
  // Logos are drawn for paper: by night they get a piece of it.
  const plate = isDark ? { background: "#ffffff", padding: "2px 6px", borderRadius: 5 } : undefined;
  return (
    <img
      src={logo}
      alt={product}
      style={{ display: "block", maxHeight: 32, maxWidth: "min(160px, 26vw)", objectFit: "contain", ...plate }}
    />
  );
}
