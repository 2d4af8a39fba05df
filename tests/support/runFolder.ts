/** Environment variables that pass the folder of a run and its PostgreSQL server's address to the workers. */
export const PREPARED_FOLDER = "PATCHBAY_PREPARED_FOLDER";
export const PREPARED_SERVER = "PATCHBAY_PREPARED_SERVER";
