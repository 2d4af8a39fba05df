import ImageOutlined from "@mui/icons-material/ImageOutlined";
import Box from "@mui/material/Box";
import { type ReactNode, useState } from "react";

interface FilePreviewProps {
  /** An address that a picture can be shown from; null: there is none. */
  readonly file: string | null;
  readonly label: string;
}

/** A picture on a chequered ground, so that what is transparent in it shows; light in any theme, as paper is. */
export function FilePreview({ file, label }: FilePreviewProps): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Box
      sx={{
        width: 168,
        height: 72,
        p: 1,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        display: "grid",
        placeItems: "center",
        color: "#53616a",
        background: "repeating-conic-gradient(#eef2f3 0 25%, #ffffff 0 50%) 0 0 / 16px 16px",
      }}
    >
      {file && file !== failed ? (
        <Box
          component="img"
          src={file}
          alt={label}
          onError={() => setFailed(file)}
          sx={{ maxWidth: 150, maxHeight: 54, display: "block" }}
        />
      ) : (
        <ImageOutlined aria-hidden />
      )}
    </Box>
  );
}
