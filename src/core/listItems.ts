/**
 * The items of a list with commas between them, without the blanks around a comma; those at either end stay. Splitting
 * by ` *, *` would look through each row of blanks once for every blank in it.
 */
export function listItems(text: string): string[] {
  const items = text.split(",");
  const last = items.length - 1;
  return items.map((item, index) => {
    let start = 0;
    let end = item.length;
    if (index > 0) while (item[start] === " ") start++;
    if (index < last) while (end > start && item[end - 1] === " ") end--;
    return item.slice(start, end);
  });
}
