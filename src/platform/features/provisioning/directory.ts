import { type Kysely, sql } from "kysely";
import { escapeXml } from "../../../core/values/escapeXml.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { DeviceChain } from "./deviceChain.ts";

interface DirectoryEntry {
  readonly name: string;
  readonly number: string;
}

/**
 * Colleagues with an extension by name, then the phonebook of the customer and of everybody with a line of their own on
 * the device; each number once.
 */
export async function loadDirectory(db: Kysely<Tables>, { device }: DeviceChain): Promise<DirectoryEntry[]> {
  const subscriberIds = (device.lines ?? [])
    .filter(({ type }) => type === "private")
    .map(({ subscriber_id }) => subscriber_id);
  const { rows } = await sql<DirectoryEntry>`
    select display_name as name, pbx_extension as number, 0 as place from subscribers
    where customer_id = ${device.customer_id} and status = 'active' and pbx_extension is not null and display_name is not null
    union all
    select name, number, 1 as place from phonebookentries
    where (customer_id = ${device.customer_id} and (subscriber_id is null or shared))
      or subscriber_id = any(${subscriberIds}::integer[])
    order by place, name, number`.execute(db);
  const numbers = new Set<string>();
  return rows.flatMap(({ name, number }) => {
    if (numbers.has(number)) return [];
    numbers.add(number);
    return [{ name, number }];
  });
}

/** Entries of a page of the Cisco format. */
const PAGE = 10;

interface DirectoryQuery {
  /** Entries whose name has this text. */
  readonly search: string;
  /** Counted from 1; only phones of Cisco turn pages. */
  readonly page: number;
  /** The address itself, to which a page's neighbours belong. */
  readonly url: string;
}

/** The ways of vendors to write a directory. */
export const directoryFormats = {
  spa: writeCisco,
  panasonic: writePanasonic,
  yealink: writeYealink,
  polycom: writePolycom,
};

export function searchDirectory(entries: readonly DirectoryEntry[], search: string): readonly DirectoryEntry[] {
  const text = search.toLowerCase();
  return text === "" ? entries : entries.filter(({ name }) => name.toLowerCase().includes(text));
}

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>\n';

function writeCisco(all: readonly DirectoryEntry[], { page, search, url }: DirectoryQuery): string {
  const last = Math.max(1, Math.ceil(all.length / PAGE));
  const currentPage = Math.min(Math.max(1, page), last);
  const entries = all
    .slice((currentPage - 1) * PAGE, currentPage * PAGE)
    .map(
      (entry) =>
        `<DirectoryEntry><Name>${escapeXml(entry.name)}</Name><Telephone>${escapeXml(entry.number)}</Telephone></DirectoryEntry>`,
    );
  const keyTo = (name: string, target: number, position: number) =>
    `<SoftKeyItem><Name>${name}</Name><URL>${escapeXml(`${url}?q=${encodeURIComponent(search)}&page=${target}`)}</URL><Position>${position}</Position></SoftKeyItem>`;
  return [
    `${xmlHeader}<CiscoIPPhoneDirectory><Title>PBX Address Book</Title><Prompt>${currentPage}/${last}</Prompt>`,
    ...entries,
    "<SoftKeyItem><Name>Dial</Name><URL>SoftKey:Dial</URL><Position>1</Position></SoftKeyItem>",
    ...(currentPage > 1 ? [keyTo("Prev", currentPage - 1, 2)] : []),
    ...(currentPage < last ? [keyTo("Next", currentPage + 1, 3)] : []),
    "</CiscoIPPhoneDirectory>",
  ].join("\n");
}

function writePanasonic(entries: readonly DirectoryEntry[]): string {
  const items = entries.map(
    ({ name, number }) =>
      `<Person><Name>${escapeXml(name)}</Name><PhoneNums><PhoneNum type="ext">${escapeXml(number)}</PhoneNum></PhoneNums></Person>`,
  );
  return `${xmlHeader}<ppxml><Screen version="2.0"><PhoneBook version="2.0"><Personnel>\n${items.join("\n")}\n</Personnel></PhoneBook></Screen></ppxml>`;
}

function writeYealink(entries: readonly DirectoryEntry[]): string {
  const items = entries.map(
    ({ name, number }) =>
      `<DirectoryEntry><Name>${escapeXml(name)}</Name><Telephone>${escapeXml(number)}</Telephone></DirectoryEntry>`,
  );
  return `${xmlHeader}<YealinkIPPhoneDirectory><Title>PBX Address Book</Title>\n${items.join("\n")}\n</YealinkIPPhoneDirectory>`;
}

function writePolycom(entries: readonly DirectoryEntry[]): string {
  const items = entries.map(
    ({ name, number }) => `<item><fn>${escapeXml(name)}</fn><ct>${escapeXml(number)}</ct></item>`,
  );
  return `${xmlHeader}<directory><item_list>\n${items.join("\n")}\n</item_list></directory>`;
}
