/** Parts of every page that are loaded once the first one stands: a file each would cost a kilobyte of headers. */
export { LazyJobsButton } from "../views/jobs/LazyJobsButton.tsx";
export { ConnectionBanner } from "./ConnectionBanner.tsx";
export { Shortcuts } from "./shortcuts/Shortcuts.tsx";
