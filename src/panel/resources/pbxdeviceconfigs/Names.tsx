import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { deviceShape } from "../../../core/templates/deviceShape.ts";
import { toPlaceholder } from "../../../core/templates/directives.ts";
import { pathsOf } from "../../../core/templates/shapes.ts";
import styles from "../../editor/editor.module.css";

interface NamesProps {
  readonly onInsert: (text: string) => void;
}

interface NameGroup {
  /** Of a loop: the list; empty: names that hold anywhere. */
  readonly list: string;
  /** `FOREACH line IN linerange.lines`; empty where there is no list. */
  readonly loop: string;
  readonly names: readonly string[];
}

const singular = (list: string) => (list.split(".").at(-1) ?? "").replace(/s$/, "");

/** Names by the list that they belong to, with an entry of that list before them: `line.username`. */
const groups: readonly NameGroup[] = (() => {
  const byList = new Map<string, string[]>();
  for (const path of pathsOf(deviceShape)) {
    // `phone.lineranges[].lines[].username`: a list within the entries of another one.
    const parts = path.split("[]");
    const name = parts.pop()?.replace(/^\./, "") ?? "";
    const list = parts.reduce((outer, part) => (outer === "" ? part : `${singular(outer)}${part}`), "");
    byList.set(list, [...(byList.get(list) ?? []), name]);
  }
  return [...byList].map(([list, names]) => {
    const entry = singular(list);
    if (list === "") return { list, loop: "", names };
    const ofEntry = names.map((name) => (name ? `${entry}.${name}` : entry));
    return { list, loop: `FOREACH ${entry} IN ${list}`, names: ofEntry };
  });
})();

/** All names that a template may have, by the loop in which they hold; a click inserts one. */
export function Names({ onInsert }: NamesProps): ReactNode {
  const translate = useTranslate();
  return (
    <section className={styles.templatePlaceholders} aria-labelledby="template-names">
      <h2 className="below-8" id="template-names">
        {translate("devices.template.placeholders")}
      </h2>
      {groups.map(({ list, loop, names }) => (
        <details key={list} open={list === ""}>
          <summary className="pad-block-2">{loop || translate("devices.template.everywhere")}</summary>
          <ul className="row gap-6 above-8 below-8">
            {loop !== "" && <Name name={loop} onClick={() => onInsert(`[% ${loop} -%]\n\n[% END -%]`)} />}
            {names.map((name) => (
              <Name key={name} name={name} onClick={() => onInsert(toPlaceholder(name))} />
            ))}
          </ul>
        </details>
      ))}
      <p className="quiet">{translate("devices.template.help")}</p>
    </section>
  );
}

function Name({ name, onClick }: { readonly name: string; readonly onClick: () => void }): ReactNode {
  const translate = useTranslate();
  return (
    <li>
      <button
        type="button"
        className="card mono"
        aria-label={translate("devices.template.insert", { name })}
        onClick={onClick}
      >
        {name}
      </button>
    </li>
  );
}
