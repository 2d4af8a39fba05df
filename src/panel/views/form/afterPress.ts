let isPressed = false;

document.addEventListener("pointerdown", () => setPressed(true), true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setPressed(false), true);

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/**
 * Runs at once, or after the click while a pointer is down. Otherwise blurring a field by pressing a button would show
 * an error text between press and release, which moves the button, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  // The click is dispatched in the same task as the release, and its handlers run first.
  document.addEventListener("pointerup", () => setTimeout(act), { once: true });
}
