import sprite from "virtual:icons.svg";
import { createSvgIcon } from "@mui/material/utils";
import type { ElementType } from "react";
import { iconNames } from "./iconNames.ts";

const icons = new Map(
  Object.keys(iconNames).map((name) => [
    name,
    createSvgIcon(<use href={`${sprite}#${name}`} />, iconNames[name] ?? ""),
  ]),
);

/** The icon of that name; a plain list for a name that is not here. */
export function iconOf(name: string): ElementType {
  return icons.get(name) ?? icons.get("list") ?? "svg";
}
