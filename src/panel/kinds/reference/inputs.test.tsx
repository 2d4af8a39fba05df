import { screen, waitFor } from "@testing-library/react";
import type { GetListParams } from "react-admin";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { cleanup } from "../../../../tests/support/render.ts";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { showInput } from "../../../testing/input.tsx";
import { storeExtensions } from "../../providers/extensions.ts";
import type { LegacyTableParams } from "../../providers/legacyTable.ts";

afterEach(() => cleanup());

const field: FieldDescriptor = {
  name: "domain_id",
  kind: "reference",
  required: false,
  reference: { resource: "domains", search: "domain", expand: true, filter: { reseller_id: 3 } },
};
const names = Array.from({ length: 45 }, (_, index) => `d${String(index).padStart(2, "0")}.example`);
const rows = names.map((domain, index) => ({ id: index + 1, domain }));

function platform() {
  const asked: (GetListParams & { signal?: AbortSignal })[] = [];
  const dataProvider = {
    getOne: async (_: string, { id }: { id: number | string }) => ({ data: rows[Number(id) - 1] as never }),
    getMany: async (_: string, { ids }: { ids: (number | string)[] }) => ({
      data: ids.flatMap((id) => rows[Number(id) - 1] ?? []) as never[],
    }),
    getList: async (_: string, params: GetListParams & { signal?: AbortSignal }) => {
      asked.push(params);
      const { id, domain: text = "" } = params.filter;
      const found = rows.filter((row) => row.domain.includes(text) && (id === undefined || String(row.id) === id));
      const { page = 1, perPage = 0 } = params.pagination ?? {};
      return { data: found.slice((page - 1) * perPage, page * perPage) as never[], total: found.length };
    },
  };
  return { asked, dataProvider };
}
const combobox = () => screen.getByRole<HTMLInputElement>("combobox");

describe("the picker of a record", () => {
  it("sends no request until opened, then loads the first page alphabetically", async () => {
    const { asked, dataProvider } = platform();
    const { user } = await showInput({ field, dataProvider });
    expect(asked).toHaveLength(0);
    await user.click(combobox());
    expect(await screen.findAllByRole("option")).toHaveLength(20);
    expect(asked[0]).toMatchObject({
      pagination: { page: 1, perPage: 20 },
      sort: { field: "domain", order: "ASC" },
      filter: { reseller_id: 3 },
    });
  });

  it("debounces the search", async () => {
    const { asked, dataProvider } = platform();
    const { user } = await showInput({ field, dataProvider });
    await user.type(combobox(), "d3");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(10));
    const texts = asked.map(({ filter }) => filter.domain).filter(Boolean);
    expect(texts).toEqual(["d3"]);
  });

  it("replaces by what is typed a label that arrives after the focus", async () => {
    const { dataProvider } = platform();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      ...dataProvider,
      getMany: async (resource: string, params: { ids: (number | string)[] }) => {
        await blocked;
        return dataProvider.getMany(resource, params);
      },
    };
    const { user } = await showInput({ field, dataProvider: slow, value: 8 });
    await user.click(combobox());
    release();
    await waitFor(() => expect(combobox().value).toBe("d07.example"));
    await user.keyboard("d31");
    expect(combobox().value).toBe("d31");
  });

  it("never selects by Enter what does not match the latest text, even before the search responds", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.click(combobox());
    await screen.findAllByRole("option");
    await user.type(combobox(), "d07{Enter}");
    await waitFor(() => expect(value()).toBe(8));
  });

  it("cancels an outdated search", async () => {
    const { asked, dataProvider } = platform();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      ...dataProvider,
      getList: async (resource: string, params: GetListParams & { signal?: AbortSignal }) => {
        const answer = dataProvider.getList(resource, params);
        if (params.filter.domain === "d1") await blocked;
        return answer;
      },
    };
    const { user } = await showInput({ field, dataProvider: slow });
    await user.type(combobox(), "d1");
    await waitFor(() => expect(asked.at(-1)?.filter.domain).toBe("d1"));
    const overtaken = asked.at(-1)?.signal;
    await user.type(combobox(), "2");
    await waitFor(() => expect(asked.at(-1)?.filter.domain).toBe("d12"));
    expect(overtaken?.aborted).toBe(true);
    release();
    expect(await screen.findAllByRole("option")).toHaveLength(1);
  });

  it("loads the next page at the end of the list", async () => {
    const { asked, dataProvider } = platform();
    const { user } = await showInput({ field, dataProvider });
    await user.click(combobox());
    await screen.findAllByRole("option");
    screen.getByRole("listbox").dispatchEvent(new Event("scroll"));
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(40));
    expect(asked.at(-1)?.pagination?.page).toBe(2);
  });

  it("treats text without a match as empty", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, value: 4, dataProvider });
    await waitFor(() => expect(combobox().value).toBe("d03.example"));
    await user.clear(combobox());
    await user.type(combobox(), "nowhere");
    await user.tab();
    await waitFor(() => expect(value()).toBeNull());
    expect(combobox().value).toBe("");
  });

  it("selects the record whose full label was typed, even on an early blur", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.type(combobox(), "D07.example");
    await user.tab();
    await waitFor(() => expect(value()).toBe(8));
    await waitFor(() => expect(combobox().value).toBe("d07.example"));
  });

  it.each([
    ["by the number that it shows, where the list can be asked for one", ["id_filter"], "#35"],
    ["by the number that it shows, where it can not", [], "#35"],
    ["by its number alone, before what else has those digits", ["id_filter"], "35"],
  ])("finds a record %s", async (_, extensions, text) => {
    storeExtensions({ extensions });
    onTestFinished(() => storeExtensions({}));
    const { asked, dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.type(combobox(), text);
    const [first] = await screen.findAllByRole("option", { name: /d34\.example/ });
    expect(screen.getAllByRole("option")[0]).toBe(first);
    if (text.startsWith("#")) expect(screen.getAllByRole("option")).toHaveLength(1);
    const filters = asked.map(({ filter }) => filter);
    expect(filters.filter(({ id }) => id)).toEqual(extensions.length > 0 ? [{ reseller_id: 3, id: "35" }] : []);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(value()).toBe(35));
  });

  it("selects the record whose number was typed, even on an early blur", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.type(combobox(), " #35");
    await user.tab();
    await waitFor(() => expect(value()).toBe(35));
  });

  it("can be cleared", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, value: 4, dataProvider });
    await waitFor(() => expect(combobox().value).toBe("d03.example"));
    await user.click(screen.getByTitle("Clear Field"));
    expect(value()).toBeNull();
  });

  it("is empty and busy until its record's name has loaded, and never shows a number before", async () => {
    const { dataProvider } = platform();
    const seen = new Set<string>();
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await showInput({
      field,
      value: 4,
      dataProvider: {
        ...dataProvider,
        getMany: async (resource: string, params: { ids: (number | string)[] }) => {
          await blocked;
          return dataProvider.getMany(resource, params);
        },
      },
    });
    await waitFor(() => expect(combobox().getAttribute("aria-busy")).toBe("true"));
    seen.add(combobox().value);
    release();
    await waitFor(() => {
      seen.add(combobox().value);
      expect(combobox().value).toBe("d03.example");
    });
    expect([...seen]).toEqual(["", "d03.example"]);
    expect(combobox().getAttribute("aria-busy")).toBeNull();
  });

  it("labels a new choice without another request", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({
      field,
      dataProvider: { ...dataProvider, getMany: () => new Promise<never>(() => {}) },
    });
    await user.type(combobox(), "d07");
    await user.click(await screen.findByRole("option", { name: /d07/ }));
    expect(value()).toBe(8);
    await waitFor(() => expect(combobox().value).toBe("d07.example"));
  });

  it("keeps an unreadable record, labelled by its number", async () => {
    const { user, value } = await showInput({
      field,
      value: 77,
      dataProvider: { getMany: () => Promise.reject(new Error("gone")) },
    });
    await user.click(document.body);
    await waitFor(() => expect(combobox().value).toBe("#77"));
    expect(value()).toBe(77);
  });

  it("reads choices from a legacy table where the schema says so", async () => {
    const asked: [string, string, LegacyTableParams][] = [];
    const listLegacyTable = async (resource: string, path: string, params: LegacyTableParams) => {
      asked.push([resource, path, params]);
      return {
        data: [{ id: 9, contact_email: "a@example.org", contact_id_expand: { email: "a@example.org" } }],
        total: 1,
      };
    };
    const contract: FieldDescriptor = {
      ...field,
      reference: {
        resource: "contracts",
        search: "external_id",
        legacyTable: "/reseller/ajax_contract",
        expand: true,
      },
    };
    const { user, value } = await showInput({
      field: contract,
      dataProvider: {
        listLegacyTable,
        getMany: async () => ({
          data: [{ id: 9, contact_id: 2, contact_id_expand: { email: "a@example.org" } }] as never[],
        }),
      } as never,
    });
    await user.type(combobox(), "exam");
    await waitFor(() => expect(asked.at(-1)?.[2].search).toBe("*exam*"));
    await user.click(await screen.findByRole("option", { name: /a@example.org/ }));
    expect(asked.at(-1)?.slice(0, 2)).toEqual(["contracts", "/reseller/ajax_contract"]);
    expect(value()).toBe(9);
    await waitFor(() => expect(combobox().value).toBe("a@example.org"));
  });
});
