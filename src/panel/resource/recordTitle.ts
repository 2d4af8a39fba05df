export { recordTitle, titlePaths } from "../../core/recordTitle.ts";
