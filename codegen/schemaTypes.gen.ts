// Made by codegen/emit/schemaTypes.test.ts from schemas/meta.schema.json, roles.schema.json and pages.schema.json, which say
// every shape once: do not edit. To write it anew: npx vitest run -u --project node codegen/emit/schemaTypes.test.ts

/** Read alike by form, server and rule book: see the vocabulary. */
export type Condition = { readonly [path: string]: unknown };

export type Names = string[]
export type Requirement = (string | string[])
/**
 * An address such as `/customer`.
 */
export type Path = string
export type Icon = string
/**
 * The end of an address, such as `create` or `call-forwarding/summary`.
 */
export type Step = string

export interface Vocabulary {
entity?: EntitySchema
roles?: RolesFile
pages?: PagesFile
}
/**
 * A file `schemas/entities/<name>.schema.json` describes the resource `<name>` of the API. Standard JSON Schema 2020-12 keywords carry facts about data; `x-field` and `x-resource` carry the rest.
 */
export interface EntitySchema {
/**
 * `../meta.schema.json`: editors autocomplete keywords with it.
 */
$schema: "../meta.schema.json"
/**
 * The resource's plural API name, used everywhere; also the file name.
 */
$id: string
/**
 * Singular type name, `BillingProfile`.
 */
title: string
/**
 * One sentence about the record, for the API documentation and the types.
 */
description?: string
/**
 * Comment. `guess: ` marks guesses of `npm run resource -- guess`; codegen lists these until they are removed.
 */
$comment?: string
/**
 * `object`.
 */
type: "object"
required?: Names
/**
 * Field -> fields that are required if it is present.
 */
dependentRequired?: {
[k: string]: Names
}
properties: Properties
"x-requirement"?: Requirement
"x-resource": Resource
}
export interface Properties {
[k: string]: Property
}
export interface Property {
/**
 * A shared structure from `schemas/shared`; keywords next to it take precedence, further `properties` are added.
 */
$ref?: string
/**
 * With `format` and `enum`, determines the kind of the field: its input, cell, filter, column type and validation.
 */
type?: ("string" | "integer" | "number" | "boolean" | "object" | "array")
/**
 * One sentence for the API documentation and the types; help texts in the panel are separate.
 */
description?: string
/**
 * Comment. `guess: ` marks guesses of `npm run resource -- guess`; codegen lists these until they are removed.
 */
$comment?: string
/**
 * Format of a string; see the formats below.
 */
format?: string
/**
 * The allowed values; their labels are `enums.<field>.<value>`.
 */
enum?: (string | number)[]
default?: unknown
/**
 * Validated in browser and server. The default is the limit of the column.
 */
minimum?: number
/**
 * Validated in browser and server.
 */
maximum?: number
/**
 * Validated in browser and server, in characters.
 */
minLength?: number
/**
 * Validated in browser and server; required for strings. Beyond 1024 the input is multi-line.
 */
maxLength?: number
/**
 * Validated in browser and server.
 */
minItems?: number
/**
 * Validated in browser and server.
 */
maxItems?: number
/**
 * Of the objects in a list: minimum number of members. Validated in browser and server.
 */
minProperties?: number
/**
 * Set by the server; ignored in requests.
 */
readOnly?: boolean
/**
 * Never returned; if required, then on create only.
 */
writeOnly?: boolean
required?: Names
properties?: Members
items?: Property
"x-requirement"?: Requirement
"x-field"?: Field
}
export interface Members {
[k: string]: Property
}
export interface Field {
/**
 * Only if type and format do not determine it.
 */
kind?: ("longText" | "phoneNumber" | "phoneNumbers" | "callDestination")
/**
 * How a list of objects is shown and edited, if not as a table: `events` are recurring events, in plain words with their next occurrences; `week` are times of weekdays (`weekday` with 0 as Monday, `start`, `stop`), with a picture of the week; `calendarWeek` are calendar times (`wday` with 1 as Sunday, `hour`, `minute`), with the same picture where they hold every week.
 */
as?: ("events" | "week" | "calendarWeek")
/**
 * `cents` is money, `seconds` a duration, `percent` a share; the value is a whole number of them. `currency` is money in units of the currency, with decimals. `centsPerSecond` is a price, a number of cents. `code`: digits that identify something, shown without separators. `phone`: a phone number, extension or SIP address in text; international numbers are shown in groups, as with `dial`.
 */
unit?: ("cents" | "currency" | "centsPerSecond" | "seconds" | "percent" | "code" | "phone")
/**
 * Of money and prices: the path of their currency behind references, `customer_id.billing_profile_id.currency`, which lists expand, or several, of which the first with a value counts; by default the record's own `currency`. `initial_profiles.profile_id.currency` is that of the last item, while it is edited.
 */
currency?: (string | string[])
/**
 * The value is a file: a data URL in records, or a part of a multipart body. It is stored separately, and lists do not load it.
 */
file?: {
/**
 * Accepted media types, detected by content; `application/octet-stream` accepts any.
 */
types: ("image/png" | "image/jpeg" | "image/webp" | "image/svg+xml" | "audio/x-wav" | "audio/mpeg" | "application/pdf" | "text/plain" | "text/xml" | "application/octet-stream")[]
/**
 * Maximum file size, at most 67108864 unless the file is `streamed`.
 */
maxBytes: number
/**
 * A file too large to be held in memory: it is stored and sent in pieces, its downloads have ranges, and its raw body may be as large as `maxBytes`. Forms send it before the record, in an upload that goes on after a lost connection (`/api/uploads/`); the record then has `upload:<id>` as its value. Small ones may be data URLs, as all files.
 */
streamed?: boolean
/**
 * Text field with the file's name: downloads have it, and forms fill it with the name of the chosen file.
 */
nameField?: string
/**
 * Read-only field with the stored file's media type.
 */
typeField?: string
/**
 * Download endpoint below `/api/`. With the resource's own name, the item's URL returns the file to clients that accept its type and not JSON.
 */
download?: string
/**
 * Of several files at one endpoint: the value of its parameter `type` that asks for this one. Any other value asks for the first.
 */
asks?: string
/**
 * Where there is none, the first file of the endpoint is sent.
 */
orFirst?: boolean
/**
 * The item's URL returns the file unless JSON is accepted explicitly, as older platforms do.
 */
isDefault?: boolean
/**
 * URL of the older panel, with the record's `{id}`, that shows the file in the browser.
 */
older?: string
/**
 * The file is also accepted as the request body, with the other fields in the query.
 */
raw?: boolean
/**
 * Downloads may specify the format (`format=wav`); other formats are rejected. Without it `format` is ignored.
 */
format?: boolean
}
/**
 * The referenced resource: its name, or an object with options.
 */
reference?: (string | {
/**
 * Name of the resource.
 */
resource: string
/**
 * The field to search and label choices by; the default is everything shown: the title and the list's text columns.
 */
search?: string
/**
 * The records that it may point to: query parameter -> literal, or `$field` for a value of the record, also behind a reference. Forms offer no others and the server refuses them.
 */
filter?: {
[k: string]: string | number | boolean
}
legacyTable?: Path
/**
 * Effect of deleting the target. Without it the target cannot be deleted or hidden while live records refer to it.
 */
onDelete?: ("cascade" | "clear" | "restrict")
/**
 * Allowed in `expand`.
 */
expand?: boolean
})
when?: Condition
requiredWhen?: Condition
formatWhen?: Condition
/**
 * The format that holds where `formatWhen` does not.
 */
formatElse?: "number-prefix"
/**
 * Can only be set on create.
 */
immutable?: boolean
/**
 * Masked in journal, messages, logs, exports and on pages, where it is shown on request. Requires the flag `show_passwords`, or those of `requires`.
 */
secret?: boolean
/**
 * Read-only time at which the record was created.
 */
stamped?: boolean
/**
 * No column; provided by a hook.
 */
computed?: boolean
/**
 * A column that is never exposed by the API.
 */
internal?: boolean
/**
 * The field with the reseller whose administrators read this one: for those of others it is empty, also in filters, orders and sums.
 */
scope?: string
/**
 * Copied from a referenced record (`contact_id.reseller_id`) and kept in sync.
 */
derive?: string
/**
 * An alternative to a reference: `domain_id.domain` is the unique name of the record in `domain_id`, `customer_id.id` that id under another name. Read-only in forms, but requests may send either. On update the one that differs from the stored value wins, whether cleared or set; if both differ they must agree.
 */
aliasOf?: string
/**
 * Why the field is named like a query parameter of every list, as `format` is. Others cannot be, and none of these can be filtered by.
 */
reservedName?: string
/**
 * A query parameter of the same name: `wildcard` takes `*`, `list` takes commas.
 */
filter?: ("wildcard" | "exact" | "list")
/**
 * A range of codes: forms offer those that are free within the fields that the field is `unique` in; a new record starts with the first free one.
 */
offers?: {
/**
 * First code, `*001`.
 */
from: string
/**
 * Last code, with the same length and prefix.
 */
to: string
}
/**
 * A phone number or SIP address in text: lists and pages show a button beside it that calls it, while the web phone is on. Of the kinds `phoneNumber` and `phoneNumbers` that needs no mark.
 */
dial?: boolean
/**
 * For API clients only. The panel does not show the field, as it duplicates another one.
 */
apiOnly?: boolean
/**
 * Editable in the list, and by bulk actions.
 */
inline?: boolean
/**
 * Of a list: the members that summarize an entry in one line; by default, lists show the number of entries. A prefix such as `/mask` replaces the space before the value.
 */
line?: string[]
/**
 * Records do not share its value although it is not `unique` by itself, such as phone numbers, which are stored in a resource of their own. It is not offered for many records at once.
 */
unshared?: boolean
/**
 * Values with effects that a slip of the hand should not have: a switch in a list asks before it sets one of them.
 */
asks?: boolean[]
/**
 * Records that a change with `asks` concerns beside its own, which the question counts: those of a resource that this parameter of its list finds by the record's id.
 */
affects?: {
/**
 * `customers`
 */
resource: string
/**
 * `billing_profile_id`
 */
by: string
}
/**
 * Where the same is written from a date on: bulk actions then offer a date as well.
 */
later?: {
/**
 * The list of values to come.
 */
list: string
/**
 * Its member with the value.
 */
as: string
/**
 * Its member with the date and time.
 */
from: string
/**
 * Its members that make another series: an entry with one of them stays beside a new one of the same date, which replaces others.
 */
apart?: string[]
}
/**
 * `platform`, or the fields within which it is unique.
 */
unique?: ("platform" | Names | {
orEmpty: Names
} | {
/**
 * `platform` or such fields: names that differ in case, Unicode normal form or outer blanks alone are one.
 */
anyCase: ("platform" | Names)
})
access?: Access
requires?: Requires
}
/**
 * Per base role: all, none, or rights such as 'read update:own', 'read delete:others'. lookup reads through pickers only.
 */
export interface Access {
/**
 * all, none, or rights such as 'read update:own'
 */
[k: string]: string
}
/**
 * Rights that need a flag of the administrator besides the role: 'create update delete', or all -> call_data or billing_data.
 */
export interface Requires {
[k: string]: "call_data" | "billing_data"
}
export interface Resource {
route: Path
icon?: Icon
/**
 * Position in the menu.
 */
menu?: {
/**
 * Menu section.
 */
group: ("customers" | "monitoring" | "numbers" | "routing" | "billing" | "features" | "security" | "system" | "documentation")
/**
 * Position in the section.
 */
order: number
}
/**
 * Template of a record's title; `{company|email}` uses the first that is set.
 */
record: string
/**
 * Template of the phone number that a record is, to call it from its title. By default the title, if that is a single field with `dial`.
 */
dial?: string
/**
 * Supported operations; all by default.
 */
operations?: ("list" | "read" | "create" | "update" | "delete")[]
/**
 * Life cycle of a record. Every value not listed here is a bulk action.
 */
status?: {
/**
 * The status field.
 */
field: string
/**
 * The value that terminates a record.
 */
terminated?: string
/**
 * The value that DELETE sets.
 */
deleteSets?: string
hidden?: Names
frozen?: Names
sets?: Names
reaches?: Names
/**
 * The final status deletes what would be deleted with the record (`onDelete: cascade`) and has no status itself.
 */
erases?: boolean
}
/**
 * Bulk actions of their own: the name, whose text is `actions.<name>`, and the fields of which one is chosen and changed. Undo restores all of them.
 */
bulk?: {
[k: string]: Names
}
/**
 * The field with the reseller that owns the row; resellers only see their own rows.
 */
scope?: string
/**
 * Further limits on the visible rows, in words for docs/permissions.md; enforced by a hook's `visibleTo`.
 */
rows?: string
/**
 * Why resellers or customer care reach the rows of all resellers, in words for docs/permissions.md. Without `scope` (for settings that of their owner), `rows` or this, they can only be given the permission to create.
 */
unscoped?: string
access: Access
requires?: Requires
needs?: Needs
/**
 * The list view.
 */
list: {
columns: Names
optional?: Names
filters?: Names
/**
 * The filter used by the search box.
 */
search?: string
finds?: Names
/**
 * Phone numbers by which people look for a record: both searches find any part of them, in any notation.
 */
numbers?: {
/**
 * The resource of the numbers, with one reference to this one; by default, this one.
 */
resource?: string
/**
 * Its field with the digits of an international number.
 */
field: string
}
/**
 * Filters that are initially active.
 */
defaultFilters?: {
[k: string]: string
}
/**
 * Default order, `-` for descending.
 */
sort?: string
sums?: Names
/**
 * Default page size.
 */
perPage?: number
legacyTable?: Path
}
/**
 * Filters other than those of a field: `not_status`, `create_timestamp_gt`.
 */
filters?: {
[k: string]: {
/**
 * The field or path to filter by.
 */
source: string
/**
 * How to match; `gt`, `ge`, `lt` and `le` compare, `empty` is true for records without a value and false for those with one.
 */
match: ("wildcard" | "exact" | "list" | "not" | "gt" | "ge" | "lt" | "le" | "empty")
}
}
/**
 * Sections of the form; every writable field is in exactly one.
 */
groups?: {
[k: string]: Names
}
/**
 * Additional create forms with presets: `/contract/peering/create`.
 */
variants?: {
[k: string]: {
path: Step
/**
 * Field -> preset value.
 */
preset: {
[k: string]: unknown
}
fields?: Names
required?: Names
needs?: Needs
}
}
/**
 * Related records that the create form makes together with the record, in one request and one transaction (`POST /api/<resource>/composite`). By a reference of this resource: the record that it refers to, made before it, for which the form also offers the existing ones. By another resource: its records that refer to the new one, made after it.
 */
composite?: {
[k: string]: {
fields: Names
/**
 * Of records made after this one: their reference to it, if there are several.
 */
by?: string
/**
 * Of records made after this one: how many at a time, by default 10.
 */
atMost?: number
}
}
next?: Names
/**
 * Actions of a record that open a tab of its page, and the tab's path. Their texts are `views.record.menu.<action>`, their keys are in the panel.
 */
shortcuts?: {
[k: string]: string
}
createPath?: Step
/**
 * The resource is a tab of another resource's records. URLs of grandchildren omit the grandparent, `/header/rules/7/details/actions`.
 */
parent?: {
/**
 * The parent resource.
 */
resource: string
/**
 * The field that refers to the parent.
 */
by: string
path: Step
/**
 * The API has records below their parent: `/api/<resource>/{parent}` is its list, `/api/<resource>/{parent}/{id}` a record. `/api/<resource>/` has the first of each parent, in the list's order, or those with the given `id`.
 */
nested?: boolean
}
tabs?: Tabs
facts?: Names
/**
 * Rows can be reordered.
 */
order?: {
/**
 * The position field.
 */
by: string
within: Names
}
/**
 * Enables cloning.
 */
clone?: {
/**
 * The field that must differ.
 */
field: string
also?: Names
/**
 * Suffix of these fields in the copy; longer texts are cut.
 */
suffix: string
children?: Names
without?: Names
}
/**
 * Preferences of its records; the definitions are in `schemas/preferences`.
 */
preferences?: string
inheritsPreferences?: Names
/**
 * Child records that can have their own preferences.
 */
preferencesBy?: {
/**
 * The child resource.
 */
resource: string
/**
 * The child's reference to the record.
 */
by: string
/**
 * The query parameter that selects a child.
 */
parameter: string
}
/**
 * Another resource at the same route (`?resource=`).
 */
sharesRouteWith?: string
/**
 * CSV import and export: POST and GET of the collection as `text/csv`, and a page that validates a file before storing it.
 */
csv?: {
columns: Names
/**
 * Lines may end after this many columns, as those of older files do.
 */
least?: number
/**
 * Column -> the column whose value an empty cell takes.
 */
sameAs?: {
[k: string]: string
}
/**
 * Owner of a file's records, also the name of the query parameter: a field (`reseller_id`), or one behind a reference of the columns (`container_id.reseller_id`). Other records of the columns with such a field have the same owner.
 */
owner?: string
/**
 * Each line begins with its owner, in place of the query parameter, except in files of callers who have one reseller. A purge then deletes all that the caller sees.
 */
ownerFirst?: boolean
dayEnds?: Names
creates?: Names
/**
 * A file with an invalid line is refused as a whole (422). Without it such lines are left out and reported.
 */
whole?: boolean
/**
 * `purge_existing` deletes the owner's records first, and nothing else.
 */
purge?: boolean
/**
 * With `purge`: how many of the deleted records have a value in this field is told before and after.
 */
purgeMarks?: string
/**
 * Downloads have a header line.
 */
header?: boolean
/**
 * File name of downloads; without it there are none.
 */
file?: string
/**
 * Path of the upload page below the route, if not `upload`.
 */
path?: string
/**
 * Download URL of the older panel, with the owner's `{id}`.
 */
older?: string
}
/**
 * Cross-field rules; `list.field` means within one item of a list.
 */
rules?: {
/**
 * `together`: all or none; `before`: in this order; `differs`: all different; `distinct`: unique among the items of a list (`list.field`); for an `enum` forms offer only unused values, and a new item starts with the first of them.
 */
rule: ("together" | "before" | "differs" | "distinct")
fields: Names
/**
 * With `before`: equal values are allowed.
 */
orEqual?: boolean
}[]
/**
 * Rules that depend on other records, the past or the time, which only the server can check: rule -> JSON pointers of the fields where it is reported, `/alias_numbers/*` for each item of a list. The resource's hooks have a check for each of them.
 */
businessRules?: {
[k: string]: string[]
}
/**
 * Older tables over the same rows: path, then columns in the server's order. `{customer_id}` in a path leaves the rows with this value. A column is a path, or `key=path`; a suffix restricts searching: `#` digits only, `!` exact match only, `-` not searchable.
 */
legacyTables?: {
[k: string]: {
columns: Names
/**
 * Filter that always applies.
 */
narrow?: string
}
}
/**
 * The resource whose records each have exactly one of these settings, under the same id. Settings can be read and updated, and reset by the operation `delete`, but not created; until the first update they have the fields' defaults. They share the owner's visibility and are deleted with it. A tab of the owner (`has`) shows them, with the form below it. A reference to the owner with `derive: id` identifies it.
 */
settingsOf?: string
/**
 * The record is also an iCalendar file: GET returns it unless JSON is requested, and POST and PUT accept one as a part.
 */
calendar?: {
/**
 * The list of events (`as: events`).
 */
events: string
/**
 * The field with the calendar's name.
 */
name: string
/**
 * The part of a multipart body with the calendar.
 */
file: string
}
/**
 * Its form tries an unsaved change on calls (call routing). Parameters of a call that are set to the id in a field, so that the record is in use for every caller.
 */
tryOut?: {
/**
 * Field with the rewrite rule set of the caller's side.
 */
caller_rewrite_id?: string
/**
 * Field with the rewrite rule set of the callee's side.
 */
callee_rewrite_id?: string
/**
 * Field with the NCOS level that judges the call.
 */
caller_ncos_level_id?: string
}
upsert?: Names
/**
 * `computed`: no table; the hook `rows` returns the records, `updateComputed` changes one, `removeComputed` deletes one. Ids may be strings; filters, order and paging apply to the result of the hook. `query`: no table; rows are those of the hook `source`, a query over other tables, which the database filters, orders and pages. They are only listed and read.
 */
storage?: ("computed" | "query")
owners?: Names
/**
 * Of a query: its records are of several resources, whose pages show them. Ids are unique only together with the field `by`: a request for one record names it, else the platform answers 422.
 */
kinds?: {
/**
 * The field that tells them apart, with `enum`.
 */
by: string
/**
 * Value of that field -> resource that has a record with the same id.
 */
resources: {
[k: string]: string
}
}
/**
 * The resource whose pages show these records: it has a record with the same id for each.
 */
shownAs?: string
/**
 * Only if two resources share a table. Settings use it to name other settings of the same owner, of which they are another representation: computed fields over the same row, without screens.
 */
table?: {
/**
 * The table.
 */
name: string
/**
 * Column -> value that identifies the rows of this resource.
 */
where?: {
[k: string]: null | "not null"
}
}
/**
 * As many records as subscribers or calls in one list: all its orders and its search get an index. For few rows, or lists below a record with few rows, an index costs more than it saves.
 */
large?: boolean
/**
 * Additional indexes, by columns; filters and references have theirs.
 */
indexes?: Names[]
prefixes?: Names
/**
 * For tables that grow without end: a required time that never changes. On a PostgreSQL server the rows of each month are a partition, so that old months are dropped in no time. Nothing can refer to such a table. Of a query: that of the table it reads, so that its latest rows are looked for in the latest months first.
 */
partitionBy?: string
/**
 * Additional API features.
 */
wire?: {
/**
 * PATCH supports add and remove.
 */
patchOps?: boolean
/**
 * POST can return the record.
 */
representation?: boolean
/**
 * POST does something and answers 204, as there is no record to read: the resource has no other operation.
 */
action?: boolean
/**
 * DELETE of the collection deletes the filtered records; this filter is required.
 */
deleteBy?: string
}
/**
 * Changes are recorded and shown, as they are of every resource that has some. `final`: deleted records do not come back, as they are messages or sessions, or nothing without their file.
 */
journal?: (true | "final")
}
/**
 * What the platform must have.
 */
export interface Needs {
/**
 * A flag of the platform.
 */
flag?: ("batch_provisioning" | "callflow" | "malicious_call" | "voucher")
/**
 * An extension listed by `platforminfo`.
 */
extension?: ("call_flows" | "call_routing" | "dashboard" | "history" | "pbx_groups" | "peering_overview" | "sessions" | "sums" | "system" | "voucher_batches")
/**
 * A capability listed by `platforminfo`.
 */
capability?: ("cloudpbx" | "faxserver" | "sms")
/**
 * A licence of the platform.
 */
licence?: ("batch_provisioning" | "billing" | "call_recording" | "device_provisioning" | "fax" | "header_manipulation" | "invoice" | "phonebook" | "reseller" | "sms")
}
/**
 * The tabs of a record's page, in order: the last path segment, and its contents. The first accessible tab opens under `/details`. Child lists (`parent`) that are not listed follow, the journal is last. Tabs with a common first segment, `call-forwarding/summary`, are one tab with parts. The text of a tab is `details.tabs.<address>` in `i18n/<locale>/details.json`; of a part, its last word.
 */
export interface Tabs {
[k: string]: Tab
}
/**
 * One of `shows`, `lists`, `has` and `tabs` says what is there.
 */
export interface Tab {
/**
 * `self`: the record's own fields, all of which one tab must show; or references to follow, `contract_id.contact_id`: the referenced record, with links to its page and form.
 */
shows?: string
/**
 * Records of this resource, filtered by this record. The resource may have no schema yet, see below.
 */
lists?: string
/**
 * The record of this resource with the same id. The resource may have no schema yet.
 */
has?: string
tabs?: Tabs
groups?: Names
/**
 * With `lists`: the filter, if ambiguous.
 */
by?: string
/**
 * With `lists` and `by`: the field of the record whose value the filter takes, where the listed records do not refer to the record.
 */
value?: string
/**
 * With `lists`: further filters, as literals.
 */
filter?: {
[k: string]: string | number | boolean
}
columns?: Names
/**
 * With `lists`: record title template in this tab (`{display_name|username}`); the first column is labelled with its first field.
 */
record?: string
/**
 * With `lists`: the variant (`variants`) of the create form.
 */
create?: string
when?: Condition
needs?: Needs
/**
 * Tabs of a section are one tab of the first line, with a line of their own below. Text: `details.sections.<section>`.
 */
section?: ("overview" | "billing" | "numbers" | "calls" | "messages" | "forwarding" | "features")
/**
 * Path in the older panel, below the record's URL (`details#collapse_x`) or from its root (`/device`).
 */
older?: string
aliases?: Names
}
/**
 * Who may do what. docs/permissions.md shows it as tables; docs/decisions/0006-roles.md says why.
 */
export interface RolesFile {
$schema: "./roles.schema.json"
roles: {
name: string
/**
 * What the role is for, in one line.
 */
about: string
/**
 * Whose rights it has where it names none of its own.
 */
inherits?: string
/**
 * read_only makes <name>ReadOnly of it.
 */
readOnlyVariant: boolean
}[]
/**
 * From an administrator's role and flags to the role here; the first that matches wins.
 */
derivation: {
when: Condition
role: string
}[]
/**
 * Role on the wire -> roles whose administrators a master of it makes and changes.
 */
manages: {
[k: string]: string[]
}
/**
 * Role on the wire -> flags it stands for.
 */
flags: {
[k: string]: string[]
}
/**
 * Everything besides resources that one can have a right on, with what it is.
 */
pages: {
[k: string]: string
}
/**
 * Role -> name of pages, or a group such as tool.* -> all, none, or rights such as 'read update'.
 */
rights: {
[k: string]: {
/**
 * all, none, or rights such as 'read update'
 */
[k: string]: string
}
}
/**
 * Rights on resources that have no schema yet: older pages show them. A resource's schema takes its entry over.
 */
pending: {
[k: string]: {
access: Access
needs?: Needs
requires?: Requires
}
}
}
/**
 * Addresses that no entity brings: our own pages, framed pages of the older panel, links into a window of their own, and older names of addresses. docs/routes.md shows them with all others.
 */
export interface PagesFile {
$schema: "./pages.schema.json"
pages: Page[]
/**
 * Older address -> address of today; parameters keep their names, and a star stands for any rest.
 */
redirects: {
[k: string]: string
}
}
export interface Page {
path: Path
/**
 * letters; its label stands in i18n/<locale>/pages.json
 */
name: string
/**
 * public: without a login. native: a component of src/panel/pages/nativePages.ts. framed: the older panel's page inside the shell. window: a link that opens a new window. passthrough: frames whatever path follows.
 */
kind: ("public" | "native" | "framed" | "window" | "passthrough")
guard?: {
/**
 * A resource, with or without a schema.
 */
resource?: string
/**
 * A page, tool, statistic or document of roles.json.
 */
page?: string
right?: ("read" | "create" | "update" | "delete")
}
needs?: Needs
icon?: Icon
menu?: {
group: ("customers" | "monitoring" | "numbers" | "routing" | "billing" | "features" | "security" | "system" | "documentation")
order: number
}
parent?: Path
/**
 * Right on the pages below that have no entry of their own: the older panel may have them.
 */
below?: ("read" | "update")
/**
 * Where the older panel has it, if elsewhere.
 */
frame?: string
/**
 * What the new window shows.
 */
opens?: string
/**
 * Who has what it opens: the platform in front of which the panel runs, the older panel, or the WebSocket for SIP in the settings. Without it the menu leaves the page out.
 */
behind?: ("platform" | "older" | "websocket")
}
