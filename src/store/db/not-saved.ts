/**
 * full: no space on the device; file: a file of the save is not on the device; unreadable: the content cannot
 * be stored; sealing: the device is shared and cannot seal; storage: all other reasons.
 */
export type NotSavedReason = 'full' | 'file' | 'unreadable' | 'sealing' | 'storage'

/** Nothing was stored, and the form must keep the user's input. */
export class NotSaved extends Error {
  readonly reason: NotSavedReason
  constructor(reason: NotSavedReason, options?: ErrorOptions) {
    super(`Not saved (${reason})`, options)
    this.name = 'NotSaved'
    this.reason = reason
  }
}
