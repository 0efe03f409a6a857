declare global {
  interface Window {
    /** Set by a native app whose browser shows the product (decision OQ-005). */
    MusterShell?: { postMessage(message: string): void } | undefined
  }
}

/** Is this page inside another page's frame? */
export const inParentFrame = (): boolean => window.parent !== window

/** Is this page inside a native app? An installed web app is not one. */
export const inBrowserShell = (): boolean => window.MusterShell !== undefined
