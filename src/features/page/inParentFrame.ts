declare global {
  interface Window {
    /** Set by a native app that shows this app in its browser (decision OQ-005). */
    MusterShell?: { postMessage(message: string): void } | undefined
  }
}

/** Returns true if this page is inside another page's frame. */
export const inParentFrame = (): boolean => window.parent !== window

/** Returns true if this page is inside a native app. An installed web app is not one. */
export const inBrowserShell = (): boolean => window.MusterShell !== undefined
