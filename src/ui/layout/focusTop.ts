/** Begins at the top of the screen again, as after a new address: the button that turned the page of a list is gone with it. */
export const focusTop = (): void => document.getElementById('main')?.focus()
