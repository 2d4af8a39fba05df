import { cleanup, configure, screen, waitFor } from "@testing-library/react";
import type { GetListParams } from "ra-core";
import { afterEach, describe, expect, it } from "vitest";
import type { FieldDescriptor } from "../../../core/descriptor.ts";
import type { LegacyTableParams } from "../../providers/legacyTable.ts";
import { showInput } from "../testInput.tsx";

configure({ asyncUtilTimeout: 5_000 });
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
    getList: async (_: string, params: GetListParams & { signal?: AbortSignal }) => {
      asked.push(params);
      const found = rows.filter(({ domain }) => domain.includes(params.filter.domain ?? ""));
      const { page = 1, perPage = 0 } = params.pagination ?? {};
      return { data: found.slice((page - 1) * perPage, page * perPage) as never[], total: found.length };
    },
  };
  return { asked, dataProvider };
}
const combobox = () => screen.getByRole<HTMLInputElement>("combobox");

describe("the picker of a record", () => {
  it("asks for nothing before it is opened, then for the first page in alphabetical order", async () => {
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

  it("searches once for what is typed in one go", async () => {
    const { asked, dataProvider } = platform();
    const { user } = await showInput({ field, dataProvider });
    await user.type(combobox(), "d3");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(10));
    const texts = asked.map(({ filter }) => filter.domain).filter(Boolean);
    expect(texts).toEqual(["d3"]);
  });

  it("takes nothing by Enter that the text typed last does not fit, before the search has answered either", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.click(combobox());
    await screen.findAllByRole("option");
    await user.type(combobox(), "d07{Enter}");
    await waitFor(() => expect(value()).toBe(8));
  });

  it("cancels a search that is overtaken", async () => {
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

  it("fetches the next page at the end of the list", async () => {
    const { asked, dataProvider } = platform();
    const { user } = await showInput({ field, dataProvider });
    await user.click(combobox());
    await screen.findAllByRole("option");
    screen.getByRole("listbox").dispatchEvent(new Event("scroll"));
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(40));
    expect(asked.at(-1)?.pagination?.page).toBe(2);
  });

  it("counts text that matches nothing as empty", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, value: 4, dataProvider });
    await waitFor(() => expect(combobox().value).toBe("d03.example"));
    await user.clear(combobox());
    await user.type(combobox(), "nowhere");
    await user.tab();
    await waitFor(() => expect(value()).toBeNull());
    expect(combobox().value).toBe("");
  });

  it("chooses the record whose whole label was typed, however fast one leaves", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, dataProvider });
    await user.type(combobox(), "D07.example");
    await user.tab();
    await waitFor(() => expect(value()).toBe(8));
    await waitFor(() => expect(combobox().value).toBe("d07.example"));
  });

  it("can be cleared", async () => {
    const { dataProvider } = platform();
    const { user, value } = await showInput({ field, value: 4, dataProvider });
    await waitFor(() => expect(combobox().value).toBe("d03.example"));
    await user.click(screen.getByTitle("Clear Field"));
    expect(value()).toBeNull();
  });

  it("keeps a record that can not be read, called by its number", async () => {
    const { user, value } = await showInput({
      field,
      value: 77,
      dataProvider: { getOne: () => Promise.reject(new Error("gone")) },
    });
    await user.click(document.body);
    await waitFor(() => expect(combobox().value).toBe("#77"));
    expect(value()).toBe(77);
  });

  it("reads choices from an older table where the schema says so", async () => {
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
        getOne: async () => ({
          data: { id: 9, contact_id: 2, contact_id_expand: { email: "a@example.org" } } as never,
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
