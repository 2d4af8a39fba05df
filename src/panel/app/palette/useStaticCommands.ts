import { use } from "react";
import { useTranslate } from "react-admin";
import { summaries } from "../../../generated/index.gen.ts";
import { routes } from "../../../generated/routes.gen.ts";
import { actionKey, nameKey, variantKey } from "../../navigation/labels.ts";
import { pathTo } from "../../navigation/paths.ts";
import { loadResource } from "../../providers/resources.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { useFavourites } from "../useFavourites.ts";
import { useMenu } from "../useMenu.ts";
import type { Command } from "./commands.ts";

/** Pages, favourites and create forms: everything known without a request. */
export function useStaticCommands(): Command[] {
  const menu = useMenu();
  const { items } = useFavourites();
  const actions = useActions();
  const pages = menu.flatMap(({ entries }) =>
    entries.map(({ label, icon, path }): Command => ({ key: path, section: "pages", label, icon, path })),
  );
  const favourites = items.map(
    ({ path, title }): Command => ({
      key: `favourite ${path}`,
      section: "favourites",
      label: title,
      icon: "star",
      path,
    }),
  );
  return [...favourites, ...pages, ...actions];
}

function useActions(): Command[] {
  const translate = useTranslate();
  const access = useAccess();
  use(loadVariantTexts());
  return routes.flatMap((route) => {
    const { path: routePath, resource, view, variant, right } = route;
    const summary = summaries[resource];
    if (view !== "create" || !summary || summary.parent) return [];
    if (!access.can(summary, right) || access.findLack(summary) !== null) return [];
    const label = variant
      ? translate(variantKey(resource, variant))
      : translate(actionKey(resource, "create"), {
          _: translate("app.palette.create", { name: translate(nameKey(resource), { smart_count: 1 }) }),
        });
    const path = pathTo(resource, "create", { variant }) ?? routePath;
    return [{ key: path, section: "actions", label, icon: "add", path }];
  });
}

let loading: Promise<unknown> | undefined;

/** Labels of create variants load with their resources. */
function loadVariantTexts(): Promise<unknown> {
  const withVariants = new Set(routes.flatMap(({ resource, variant }) => (variant ? [resource] : [])));
  loading ??= Promise.all([...withVariants].map(loadResource));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
