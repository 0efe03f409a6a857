import { isEmailAddress } from '../../../contract/rules/isEmailAddress.ts'
import { safeHref } from '../../lib/safeHref.ts'

/** Leaves the app for the payment page. */
export const leaveTo = { page: (url: string): void => window.location.assign(safeHref(url) ?? '/') }

export const isAddress = (text: string): boolean => isEmailAddress(text.trim())
