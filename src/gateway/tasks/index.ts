import { adminCreate, adminList, adminResetPassword, adminUnban } from "./adminTasks.ts";
import { copyDatabase, databaseState, noteBackup, planStatements, verifyJournals } from "./databaseTasks.ts";
import { exportRecords, importRecords } from "./recordTasks.ts";
import type { Task } from "./task.ts";

/** Everything the command line can ask a running product for, by name. */
export const tasks = {
  adminCreate,
  adminList,
  adminResetPassword,
  adminUnban,
  copyDatabase,
  databaseState,
  exportRecords,
  importRecords,
  noteBackup,
  planStatements,
  verifyJournals,
} satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof tasks;
