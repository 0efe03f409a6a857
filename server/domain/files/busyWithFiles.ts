import { Refused } from '../../../contract/Refused.ts'

/** The refusal when the queue of the file threads is full. */
export const busyWithFiles = (): Refused =>
  new Refused(503, 'UNAVAILABLE', 'The server is busy with other files. Please try again in a minute.')
