// Loaded into `npm run dev` and its parts: ends each of them once what started it is gone, however that ended.
const CHECK_MS = 500;
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, CHECK_MS).unref();
