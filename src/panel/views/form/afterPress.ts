let isPressed = false;

document.addEventListener("pointerdown", () => setPressed(true), true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setPressed(false), true);

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/**
 * Runs at once, or after the click when a pointer is down. Leaving a field by pressing a button would else show an
 * error text between press and release, which pushes the button away, and the click is lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  // The click follows in the same task as the release; what it does comes first.
  document.addEventListener("pointerup", () => setTimeout(act), { once: true });
}
