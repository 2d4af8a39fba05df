import { type ReactNode, useMemo } from "react";
import { useTranslate } from "react-admin";
import { useLocation } from "react-router";
import { toHref } from "../../resource/addressOf.ts";

interface CreatedNoticeProps {
  /** Key of the text; it has `%{title}`. */
  readonly text: string;
  readonly name: string;
  /** The new record's. */
  readonly title: string;
  /** Its page; null: it has none. */
  readonly address: string | null;
}

/** Stands for the title in the translated text. */
const mark = "\u0001";

/** Says that a record was created, with a link to it unless its page is open. */
export function CreatedNotice({ text, name, title, address }: CreatedNoticeProps): ReactNode {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const [before, after] = useMemo(() => translate(text, { name, title: mark }).split(mark), [translate, text, name]);
  if (address === null || pathname === address) return translate(text, { name, title });
  return (
    <>
      {before}
      <a href={toHref(address)}>{title}</a>
      {after}
    </>
  );
}
