/**
 * The items of a comma-separated list, without whitespace around commas; leading and trailing whitespace stays.
 * Splitting by ` *, *` would take quadratic time on runs of spaces.
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
