import FirstPageIcon from "@mui/icons-material/FirstPage";
import LastPageIcon from "@mui/icons-material/LastPage";
import NavigateBeforeIcon from "@mui/icons-material/NavigateBefore";
import NavigateNextIcon from "@mui/icons-material/NavigateNext";
import { type ReactNode, useId } from "react";
import { useDataProvider, useListContext, useLocale, useNotify, useTranslate } from "react-admin";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import styles from "./pagination.module.css";
import { isEstimate, useFitsWindow, useListPreferences } from "./useListState.ts";

const RowsPerWindow = lazyPart(() => import("./RowsPerWindow.tsx"), "RowsPerWindow");

interface PaginationProps {
  /** The length of pages is that of a link or a saved view, which the user's preferences do not change. */
  readonly isArranged?: boolean;
}

const pageSizes = [5, 10, 15, 20, 25, 35, 50, 100];
const fit = "fit";

/** The pages of a list, as long as its user prefers them or as the window has room for. */
export function Pagination({ isArranged = false }: PaginationProps) {
  const { resource, setPerPage } = useListContext();
  const [, setPreferences] = useListPreferences(resource);
  const [fits, setFits] = useFitsWindow();
  const isFitted = fits && !isArranged;
  const changePerPage = (rows: number | "fit") => {
    setFits(rows === "fit");
    if (rows === "fit") return;
    if (!isArranged) setPreferences({ perPage: rows });
    setPerPage(rows);
  };
  return (
    <>
      <Pages isFitted={isFitted} onPerPage={changePerPage} />
      {isFitted && <RowsPerWindow />}
    </>
  );
}

interface PagesProps {
  /** Whether pages have as many rows as the window has room for. */
  readonly isFitted: boolean;
  readonly onPerPage: (rows: number | "fit") => void;
}

/** The total, the current range, and page buttons. */
function Pages({ isFitted, onPerPage }: PagesProps) {
  const list = useListContext<PanelRecord>();
  const { page, perPage, total, data = [], setPage, isPlaceholderData } = list;
  const translate = useTranslate();
  const locale = useLocale();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const id = useId();
  if (total === undefined || data.length === 0) return null;
  const pages = Math.max(Math.ceil(total / perPage), 1);
  const [isFirst, isLast] = [page <= 1, page >= pages];
  const first = (page - 1) * perPage + 1;
  // While the next page loads the previous rows stay: their number says nothing about it.
  const count = isPlaceholderData ? perPage : data.length;
  const text = (value: number) => new Intl.NumberFormat(locale).format(value);
  const isAbout = isEstimate(list);
  const about = (value: number) => (isAbout ? translate("views.pager.about", { count: text(value) }) : text(value));
  const toLast = async () => {
    try {
      setPage(isAbout ? await (await import("./lastPage.ts")).lastPage(dataProvider, list) : pages);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: "error" });
    }
  };
  const sizes = isFitted || pageSizes.includes(perPage) ? pageSizes : [...pageSizes, perPage].sort((a, b) => a - b);
  return (
    <nav
      className={`row gap-4 across-16 middle between quiet ${styles.pager}`}
      aria-label={translate("views.pager.label")}
    >
      <span className="line">
        <label htmlFor={id}>{translate("views.pager.perPage")}</label>
        <select
          id={id}
          className="control"
          value={isFitted ? fit : perPage}
          onChange={({ target }) => onPerPage(target.value === fit ? fit : Number(target.value))}
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
          <option value={fit}>{translate("views.pager.fit")}</option>
        </select>
      </span>
      <span data-range="">
        {translate("views.pager.range", {
          from: text(first),
          to: text(Math.min(first + count - 1, total)),
          total: about(total),
        })}
      </span>
      <span className={`line between push ${styles.pages}`}>
        <PageButton name="first" target={1} isIdle={isFirst} onPage={setPage} icon={<FirstPageIcon />} />
        <PageButton name="previous" target={page - 1} isIdle={isFirst} onPage={setPage} icon={<NavigateBeforeIcon />} />
        <span>{translate("views.pager.page", { page: text(page), pages: about(pages) })}</span>
        <PageButton name="next" target={page + 1} isIdle={isLast} onPage={setPage} icon={<NavigateNextIcon />} />
        <PageButton name="last" target={pages} isIdle={isLast} onPage={() => void toLast()} icon={<LastPageIcon />} />
      </span>
    </nav>
  );
}

interface PageButtonProps {
  readonly name: "first" | "previous" | "next" | "last";
  readonly target: number;
  /** Disabled but still focusable, so that nobody loses their place on the last page. */
  readonly isIdle: boolean;
  readonly onPage: (page: number) => void;
  readonly icon: ReactNode;
}

function PageButton({ name, target, isIdle, onPage, icon }: PageButtonProps) {
  const label = useTranslate()(`views.pager.${name}`);
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      title={label}
      aria-disabled={isIdle}
      onClick={() => !isIdle && onPage(target)}
    >
      {icon}
    </button>
  );
}
