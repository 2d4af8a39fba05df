import Search from "@mui/icons-material/Search";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { headerHeight } from "../../shell/Header.tsx";

interface PreferenceSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onlySet: boolean;
  readonly onOnlySet: (onlySet: boolean) => void;
  /** How many preferences are left. */
  readonly found: number;
}

/** Finds preferences by words; stays in sight while one scrolls. */
export function PreferenceSearch({ text, onText, onlySet, onOnlySet, found }: PreferenceSearchProps): ReactNode {
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      role="search"
      sx={{
        position: "sticky",
        top: headerHeight,
        zIndex: 2,
        p: 1,
        display: "flex",
        gap: 2,
        alignItems: "center",
        flexWrap: "wrap",
      }}
    >
      <TextField
        type="search"
        label={translate("forms.preferences.search")}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onText("");
        }}
        sx={{ flex: "1 1 16rem" }}
        slotProps={{
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <FormControlLabel
        label={translate("forms.preferences.onlySet")}
        control={<Switch checked={onlySet} onChange={(_, checked) => onOnlySet(checked)} />}
      />
      <Typography role="status" variant="caption" color="textSecondary">
        {translate("forms.preferences.found", { smart_count: found })}
      </Typography>
    </Paper>
  );
}
