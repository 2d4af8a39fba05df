/** Types a text into a field, in place of what is selected. */
export function insertAtCursor(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd, value } = field;
  field.focus();
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  // As when typing: React listens to this event.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
