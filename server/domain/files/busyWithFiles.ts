import { Refused } from '../../../contract/errors.ts'

/** More files wait to be read than threads can take. */
export const busyWithFiles = (): Refused =>
  new Refused(503, 'UNAVAILABLE', 'The server is busy with other files. Please try again in a minute.')
