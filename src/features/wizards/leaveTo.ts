import { isEmailAddress } from '../../../contract/emailAddress.ts'

/** Leaves the app for the page that takes the card. */
export const leaveTo = { page: (url: string): void => window.location.assign(url) }

export const isAddress = (text: string): boolean => isEmailAddress(text.trim())
