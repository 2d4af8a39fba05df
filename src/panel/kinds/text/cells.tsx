import { Fragment } from "react";
import { formatWireDate } from "../../../core/values/dateTime.ts";
import { enumKey } from "../../navigation/labels.ts";
import type { CellProps, Cells } from "../cell.ts";
import styles from "../kinds.module.css";
import { Dial } from "../phoneNumber/Dial.tsx";
import { NumberPattern } from "../phoneNumber/NumberPattern.tsx";
import { NumberText } from "../phoneNumber/NumberText.tsx";
import { ValueList } from "../ValueList.tsx";

export const cells = {
  text: { Cell: TextCell, isInline: true, isSearched: true },
  longText: { Cell: LongTextCell, isSearched: true },
  email: { Cell: EmailCell, isInline: true, isSearched: true },
  emailList: { Cell: EmailListCell },
  host: { Cell: ({ value }) => String(value), isInline: true, isSearched: true },
  ip: { Cell: CodeCell, isInline: true, isSearched: true },
  ipList: { Cell: CodeCell },
  regex: { Cell: CodeCell, isInline: true, isSearched: true },
  colour: { Cell: CodeCell },
  tags: { Cell: TagsCell },
} satisfies Cells;

/** The value as it is, on one line; phone numbers in groups. */
function TextCell({ value, field, context }: CellProps) {
  const text = String(value);
  if (field?.clickToDial || field?.unit === "phone") {
    return (
      <>
        <NumberText text={text} />
        {field.clickToDial && context.place !== "words" && <Dial number={text} />}
      </>
    );
  }
  return field?.format === "year-month" ? formatWireDate(text) : text;
}

/** The first line in a list; the full text in details. */
function LongTextCell({ value, context }: CellProps) {
  const text = String(value);
  return context.place === "list" ? text.split("\n", 1)[0] : <span className={styles.lines}>{text}</span>;
}

/** Text read character by character: patterns, host addresses. In details a list of them has one per line. */
function CodeCell({ value, field, record, context }: CellProps) {
  if (field?.format === "number-pattern" && typeof value === "string")
    return <NumberPattern text={value} field={field} record={record} context={context} />;
  if (!Array.isArray(value)) return <code className="code">{String(value)}</code>;
  if (context.place === "list") return <code className="code">{value.join(", ")}</code>;
  return (
    <ul>
      {value.map((item) => (
        <li key={String(item)}>
          <code className="code">{String(item)}</code>
        </li>
      ))}
    </ul>
  );
}

/** An e-mail address; in details a mailto link. */
function EmailCell({ value, context }: CellProps) {
  const address = String(value);
  return context.place === "list" ? address : <a href={`mailto:${encodeURI(address)}`}>{address}</a>;
}

/** E-mail addresses, comma-separated on the wire. */
function EmailListCell({ value, context }: CellProps) {
  const addresses = String(value)
    .split(",")
    .map((address) => address.trim())
    .filter(Boolean);
  if (context.place === "list") return addresses.join(", ");
  return addresses.map((address, index) => (
    <Fragment key={address}>
      {index > 0 && ", "}
      <a href={`mailto:${encodeURI(address)}`}>{address}</a>
    </Fragment>
  ));
}

/** A list of texts; choices are shown by their labels. */
function TagsCell({ value, source, context }: CellProps) {
  const tags = (Array.isArray(value) ? value : [value]).map(String);
  return (
    <ValueList context={context}>
      {tags.map((tag) => context.translate(enumKey(context.resource, source, tag), { _: tag }))}
    </ValueList>
  );
}
