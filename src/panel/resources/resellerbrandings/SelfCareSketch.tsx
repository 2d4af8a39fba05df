import Box from "@mui/material/Box";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import "./sketch.css";

interface SelfCareSketchProps {
  readonly font: string;
  readonly ground: string;
  readonly logo: string | null;
}

/** The customers' pages in small, in the colours exactly as they were chosen. */
export function SelfCareSketch({ font, ground, logo }: SelfCareSketchProps): ReactNode {
  const translate = useTranslate();
  const name = translate("branding.preview.selfCare");
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <div className="sketch sketch-care" style={{ color: font, background: ground }} role="img" aria-label={name}>
        {logo && <img className="brand-logo" src={logo} alt="" />}
        <b>{translate("branding.preview.calls")}</b>
        <span className="sketch-underlined">{translate("branding.preview.link")}</span>
      </div>
      <Box component="figcaption" sx={{ typography: "caption", color: "text.secondary", mt: 0.5 }}>
        {name}
      </Box>
    </Box>
  );
}
