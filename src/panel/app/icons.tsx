import sprite from "virtual:icons.svg";
import { createSvgIcon } from "@mui/material/utils";
import { iconNames } from "./iconNames.ts";

const buildIcon = (name: string) => createSvgIcon(<use href={`${sprite}#${name}`} />, iconNames[name] ?? "");

const icons = new Map(Object.keys(iconNames).map((name) => [name, buildIcon(name)]));
const plainList = buildIcon("list");

/** The icon of that name; a plain list for a name that is not here. */
export const iconOf = (name: string) => icons.get(name) ?? plainList;
