import { Refused } from '../../../contract/Refused.ts'
import { text } from '../../i18n/text.ts'

/** The refusal when the queue of the file threads is full. */
export const busyWithFiles = (): Refused =>
  new Refused(503, 'UNAVAILABLE', text('The server is busy with other files. Please try again in a minute.'))
