export { hasValue, valueAt } from "../../core/valueAt.ts";
