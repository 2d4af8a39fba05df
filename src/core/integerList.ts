/** Whether a text is whole numbers with commas between them, each within bounds. Blanks around a comma do not matter. */
export function isIntegerList(value: string, minimum: number, maximum: number): boolean {
  return value.split(",").every((item) => {
    const text = item.trim();
    return /^\d{1,3}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  });
}
