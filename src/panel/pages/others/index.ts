export { placedEntries } from "./entries.ts";
export { OtherPages } from "./OtherPages.tsx";
