import Button from "@mui/material/Button";
import { useQueries } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { useState } from "react";
import { readFew } from "../../providers/dashboard.ts";
import { nameKey } from "../../resource/labels.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { AttentionRow } from "./AttentionRow.tsx";
import type { Question } from "./questions.ts";
import { SketchedRows } from "./Rows.tsx";
import { SystemRows } from "./SystemRows.tsx";
import { Tile, TileNote } from "./Tile.tsx";

interface AttentionTileProps {
  readonly questions: readonly Question[];
  /** Whether the state of the platform itself is this person's business. */
  readonly hasSystem: boolean;
}

/** Rows shown at first: what comes later must not push the other tiles down. */
const shownRows = 5;
/** Records that are named with a number. */
const named = 3;

/** What does not work or waits for a decision; each line leads to the list of exactly these records. */
export function AttentionTile({ questions, hasSystem }: AttentionTileProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const answers = useQueries({
    queries: questions.map(({ key, resource, filter }) => ({
      queryKey: ["dashboard", "attention", key],
      queryFn: ({ signal }: { signal: AbortSignal }) => readFew(resource, { ...filter }, named, signal),
    })),
  });
  const settled = questions.map((question, index) => ({ question, answer: answers[index] }));
  const failed = settled.filter(({ answer }) => answer?.isError);
  const found = settled.flatMap(({ question, answer }) =>
    answer?.data && answer.data.total > 0 ? [{ question, few: answer.data }] : [],
  );
  const isLoading = answers.some(({ isPending }) => isPending);
  const shown = isOpen ? found : found.slice(0, shownRows);
  return (
    <Tile title={translate("dashboard.attention.title")}>
      {hasSystem && <SystemRows />}
      {isLoading ? (
        <SketchedRows rows={shownRows} />
      ) : (
        <ul className="dash-rows">
          {shown.map(({ question, few }) => (
            <AttentionRow key={question.key} question={question} few={few} />
          ))}
          {failed.map(({ question, answer }) => (
            <li key={question.key} className="dash-problem" role="alert">
              {translate("dashboard.attention.unknown", {
                name: translate(nameKey(question.resource), { smart_count: 2 }),
                reason: refusalText(translate, answer?.error),
              })}
              <Button size="small" onClick={() => answer?.refetch()}>
                {translate("dashboard.retry")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isLoading && found.length === 0 && failed.length === 0 && (
        <TileNote>{translate("dashboard.attention.nothing")}</TileNote>
      )}
      {!isOpen && found.length > shownRows && (
        <Button size="small" onClick={() => setOpen(true)}>
          {translate("dashboard.attention.more", { smart_count: found.length - shownRows })}
        </Button>
      )}
    </Tile>
  );
}
