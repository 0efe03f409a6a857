import { safeHref } from '../../lib/safeHref.ts'

/** Leaves the app for the page that takes the card. */
export const leaveTo = { page: (url: string): void => window.location.assign(safeHref(url) ?? '/') }

/** Something before an @ and something with a dot after it, no spaces; the mailbox itself says the rest. */
export const isAddress = (text: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text.trim())
