import Button from "@mui/material/Button";
import { type ReactNode, useRef } from "react";
import { useTranslate } from "react-admin";
import { fieldKey } from "../../../resource/labels.ts";
import { CopyButton } from "../../CopyButton.tsx";
import { useCellContext } from "../../useCellContext.ts";
import { isSameValue } from "../values.ts";
import type { ConflictProps } from "./mergeRecords.ts";
import { comparedFields } from "./mergeRecords.ts";
import { Version } from "./Version.tsx";

interface GoneProps extends ConflictProps {
  readonly title: string;
  readonly text: string;
}

/** The record can no longer be changed: shows what was typed, to copy it. */
export function Gone({ descriptor, base, mine, title, text, onLeave }: GoneProps): ReactNode {
  const translate = useTranslate();
  const context = useCellContext(descriptor.name, "words");
  const list = useRef<HTMLDListElement>(null);
  const typed = comparedFields(descriptor).filter(({ name }) => !isSameValue(mine[name], base[name]));
  // As displayed, with names in place of ids.
  const toText = () =>
    [...(list.current?.children ?? [])].map((row) => [...row.children].map(textOf).join(": ")).join("\n");
  return (
    <>
      <h2 className="below-4 text-16 tall">{title}</h2>
      <p>{text}</p>
      {typed.length > 0 && (
        <>
          <h3 className="above-12 below-4">{translate("conflict.gone.typed")}</h3>
          <dl ref={list} className="stack facts gap-6">
            {typed.map((field) => (
              <div key={field.name}>
                <dt>{translate(fieldKey(descriptor.name, field.name))}</dt>
                <dd>
                  <Version field={field} value={mine[field.name] ?? null} context={context} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="row above-12">
        {typed.length > 0 && <CopyButton label={translate("conflict.gone.copy")} text={toText} />}
        <Button variant="outlined" size="small" onClick={onLeave}>
          {translate("conflict.gone.leave")}
        </Button>
      </div>
    </>
  );
}

/** All text below a node, separated by spaces: only styles separate the parts of a value. */
function textOf(node: Node): string {
  const pieces = node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ""] : [...node.childNodes].map(textOf);
  return pieces.join(" ").trim();
}
