import { afterEach, expect, it, vi } from "vitest";
import { loadLegacyJournal } from "./journal.ts";

const asked: string[] = [];
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

/** A journal with this many changes, 25 per page, oldest first. */
function journalOf(total: number) {
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const page = Number(new URL(address, "http://panel").searchParams.get("page"));
    const ids = Array.from({ length: total }, (_, index) => index + 1).slice((page - 1) * 25, page * 25);
    const items = ids.map((id) => ({
      id,
      operation: "update",
      timestamp: "2026-01-02T03:04:05Z",
      username: "ada",
      changes: { name: { before: null, after: `n${id}` } },
    }));
    return Response.json({ total_count: total, _embedded: { "ngcp:journal": items } });
  });
}

it("starts with the newest changes, which are on the last page", async () => {
  journalOf(60);
  const { entries, olderPage } = await loadLegacyJournal("domains", 7);
  expect(entries.map(({ id }) => id)).toEqual([60, 59, 58, 57, 56, 55, 54, 53, 52, 51]);
  expect(entries[0]?.changes).toEqual([{ field: "name", before: null, after: "n60" }]);
  expect(olderPage).toBe(2);
  expect(asked).toEqual(["/api/domains/7/journal/?page=1&rows=25", "/api/domains/7/journal/?page=3&rows=25"]);
});

it("goes back page by page to the beginning", async () => {
  journalOf(60);
  const { entries, olderPage } = await loadLegacyJournal("domains", 7, 1);
  expect(entries.at(-1)?.id).toBe(1);
  expect(olderPage).toBeNull();
  expect(asked).toHaveLength(1);
});

it("accepts entries without details, as sent by older platforms", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ total_count: 1, _embedded: { "ngcp:journal": [{ id: 1, operation: "create", timestamp: "t" }] } }),
  );
  const { entries } = await loadLegacyJournal("domains", 7);
  expect(entries).toMatchObject([{ id: 1, operation: "create", timestamp: "t", username: null, changes: [] }]);
});
