import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { invoiceLists, placeholdersIn } from "../../../core/invoices/placeholders.ts";
import { toPlaceholder } from "../../../core/mail/placeholders.ts";

interface PlaceholdersProps {
  readonly onInsert: (text: string) => void;
}

/** All placeholders by where they hold; a click inserts one. */
export function Placeholders({ onInsert }: PlaceholdersProps): ReactNode {
  const translate = useTranslate();
  return (
    <section className="template-placeholders" aria-labelledby="template-placeholders">
      <h2 id="template-placeholders">{translate("invoices.editor.placeholders")}</h2>
      {([null, ...invoiceLists] as const).map((list) => (
        <details key={list ?? "everywhere"} open={list === null}>
          <summary>{translate(`invoices.editor.lists.${list ?? "everywhere"}`)}</summary>
          <ul>
            {[...placeholdersIn(list).keys()].map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-label={translate("invoices.editor.insert", { name })}
                  onClick={() => onInsert(toPlaceholder(name))}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p className="cell-quiet">{translate("invoices.editor.help")}</p>
    </section>
  );
}
