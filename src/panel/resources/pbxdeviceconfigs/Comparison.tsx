import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { diffLines } from "diff";
import { type ReactNode, useId, useState } from "react";
import { useGetList, useTranslate } from "react-admin";
import { loadRecordFile } from "../../providers/files.ts";
import type { RecordOf } from "../../providers/rest.ts";
import styles from "./fileText.module.css";

interface ComparisonProps {
  readonly config: RecordOf<"pbxdeviceconfigs">;
  readonly text: string;
}

const MAX_VERSIONS = 50;

/** Shows the differences to another version of the model's configuration, line by line. */
export function Comparison({ config, text }: ComparisonProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  const [other, setOther] = useState("");
  const { data: versions = [] } = useGetList<RecordOf<"pbxdeviceconfigs">>("pbxdeviceconfigs", {
    filter: { device_id: config.device_id },
    pagination: { page: 1, perPage: MAX_VERSIONS },
    sort: { field: "id", order: "DESC" },
  });
  const otherVersions = versions.filter((version) => version.id !== config.id);
  const { data: before } = useQuery({
    queryKey: ["pbxdeviceconfigs", "template", other],
    queryFn: async () => (await (await loadRecordFile("pbxdeviceconfigfiles", other))?.text()) ?? "",
    enabled: other !== "",
  });
  if (otherVersions.length === 0) return null;
  const parts = other !== "" && before !== undefined ? diffLines(before, text) : [];
  return (
    <section aria-labelledby={id}>
      <h2 className="below-8" id={id}>
        {translate("devices.template.compare")}
      </h2>
      <TextField
        select
        size="small"
        fullWidth
        label={translate("devices.template.version")}
        value={other}
        onChange={({ target }) => setOther(target.value)}
      >
        {otherVersions.map((version) => (
          <MenuItem key={version.id} value={version.id}>
            {version.version}
          </MenuItem>
        ))}
      </TextField>
      {parts.length === 1 && !parts[0]?.added && !parts[0]?.removed && <p>{translate("devices.template.same")}</p>}
      {parts.length > 1 && (
        <section
          className={`card scroll mono above-8 below-16 ${styles.fileText}`}
          aria-labelledby={id}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          translate="no"
        >
          <ol>
            {parts.flatMap(({ value, added, removed }, partIndex) =>
              value
                .replace(/\n$/, "")
                .split("\n")
                .map((line, index) => (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                    key={`${partIndex}-${index}`}
                    className={added ? styles.added : removed ? styles.removed : undefined}
                  >
                    {added ? <ins>{line}</ins> : removed ? <del>{line}</del> : line}
                  </li>
                )),
            )}
          </ol>
        </section>
      )}
    </section>
  );
}
