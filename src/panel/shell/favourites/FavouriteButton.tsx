import StarIcon from "@mui/icons-material/Star";
import StarBorderIcon from "@mui/icons-material/StarBorder";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslate } from "ra-core";
import { useLocation } from "react-router";
import { currentPageTitle } from "../useDocumentTitle.ts";
import { useFavourites } from "./useFavourites.ts";

/** Keeps the page one is on, with its filters, among the favourites, or takes it out again. */
export function FavouriteButton() {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const { items, isOffered, add, remove } = useFavourites();
  if (!isOffered) return null;
  const path = pathname + search;
  const kept = items.find((favourite) => favourite.path === path);
  const label = translate(kept ? "app.favourites.remove" : "app.favourites.add");
  const toggle = () => (kept ? remove(kept) : add({ path, title: currentPageTitle().slice(0, 200) || path }));
  return (
    <Tooltip title={label}>
      <IconButton aria-label={translate("app.favourites.page")} aria-pressed={kept !== undefined} onClick={toggle}>
        {kept ? <StarIcon fontSize="small" color="primary" /> : <StarBorderIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
