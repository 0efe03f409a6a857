import * as z from 'zod/mini'
import { Action } from '../action.ts'
import { fieldBase } from '../fieldBase.ts'

/** Options of everything that is watched or read. */
export const watched = {
  ...fieldBase,
  /** The message when the person continues too early. */
  notReadyMessage: z.optional(z.string()),
  nextLabel: z.optional(z.string()),
  /** The action of the next button; absent: no button. */
  next: z.optional(Action),
  /**
   * true: devices download videos and documents of this server automatically for offline use; absent: the
   * user can request it; false: not available offline.
   */
  keep: z.optional(z.boolean()),
}
