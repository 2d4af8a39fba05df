/** Types a text into a field, in place of what is selected. */
export function insertAtCursor(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.focus();
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  // React listens to the event of typing.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
