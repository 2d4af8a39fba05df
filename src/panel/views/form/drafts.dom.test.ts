import { afterEach, expect, it } from "vitest";
import { endSession, startSession } from "../../providers/session.ts";
import { deleteDraft, draftKey, readDraft, storeDraft } from "./drafts.ts";

const tokenOf = (id: number) => `e30.${btoa(JSON.stringify({ id }))}.s`;
const secrets = new Set(["password"]);
const draft = { values: { name: "typed", password: "s3cret" }, etag: '"1"' };

afterEach(() => {
  startSession(tokenOf(1));
  endSession("loggedOut");
  sessionStorage.clear();
});

it("keeps everything in memory, and all but secrets across a reload", () => {
  startSession(tokenOf(1));
  const key = draftKey("/customer/3/edit");
  storeDraft(key, draft, secrets);
  expect(readDraft(key)).toEqual(draft);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("s3cret");
  expect(JSON.stringify({ ...sessionStorage })).toContain("typed");
});

it("reads the draft of an earlier page", () => {
  startSession(tokenOf(1));
  const key = draftKey("/customer/4/edit");
  sessionStorage.setItem(key, JSON.stringify({ values: { name: "earlier" }, at: Date.now() }));
  expect(readDraft(key)).toEqual({ values: { name: "earlier" } });
});

it("expires old drafts", () => {
  startSession(tokenOf(1));
  const key = draftKey("/customer/5/edit");
  const fourDays = 4 * 24 * 3600 * 1000;
  sessionStorage.setItem(key, JSON.stringify({ values: { name: "old" }, at: Date.now() - fourDays }));
  expect(readDraft(key)).toBeNull();
  expect(sessionStorage.getItem(key)).toBeNull();
});

it("survives an expired session, for its owner only", () => {
  startSession(tokenOf(1));
  storeDraft(draftKey("/customer/3/edit"), draft, secrets);
  endSession("expired");
  startSession(tokenOf(2));
  expect(readDraft(draftKey("/customer/3/edit"))).toBeNull();
  startSession(tokenOf(1));
  expect(readDraft(draftKey("/customer/3/edit"))).toEqual(draft);
});

it("keeps nothing on logout, not even drafts saved while logging out", () => {
  startSession(tokenOf(1));
  const key = draftKey("/customer/3/edit");
  storeDraft(key, draft, secrets);
  endSession("loggedOut");
  storeDraft(key, draft, secrets);
  expect(readDraft(key)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

it("forgets saved and discarded drafts", () => {
  startSession(tokenOf(1));
  const key = draftKey("/customer/3/edit");
  storeDraft(key, draft, secrets);
  deleteDraft(key);
  expect(readDraft(key)).toBeNull();
});
