import { safeHref } from '../../lib/safeHref.ts'

/** Leaves the app for a page of the card provider, or for a file; a page of this app opens without it. */
export const goTo = {
  away: (url: string): void => window.location.assign(safeHref(url) ?? '/'),
  /** In a separate window: files and invoices. */
  window: (url: string): void => {
    window.open(safeHref(url) ?? '/', '_blank', 'noopener')
  },
}
