import { safeHref } from '../../lib/safeHref.ts'

/** Leaves the app for a page of the card provider, or for a file; a page of ours opens by itself. */
export const goTo = {
  away: (url: string): void => window.location.assign(safeHref(url) ?? '/'),
  /** In a window of its own: files and invoices. */
  window: (url: string): void => {
    window.open(safeHref(url) ?? '/', '_blank', 'noopener')
  },
}
