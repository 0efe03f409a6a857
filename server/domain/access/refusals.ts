import { Refused } from '../../../contract/Refused.ts'
import { text } from '../../i18n/text.ts'

export const notFound = () => new Refused(404, 'NOT_FOUND', text('This page does not exist.'))
export const notAuthorized = () => new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
export const forbidden = () => new Refused(403, 'FORBIDDEN', text('You do not have access to this.'))

/** What an administrator may not do as the person whom they impersonate. */
export const stopImpersonating = () => new Refused(403, 'actor_mismatch', text('Stop impersonating first.'))
