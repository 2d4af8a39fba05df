/** Program and folder of its modules; null where it is not there and cannot be installed. */
export function ensureSipServer(): { readonly program: string; readonly modules: string } | null;
