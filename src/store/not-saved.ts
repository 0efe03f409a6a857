/**
 * full: no room on the device; file: a file of the save is not on the device; unreadable: the content can't be stored; sealing: the device is a shared
 * one and can't seal; storage: the rest.
 */
export type NotSavedReason = 'full' | 'file' | 'unreadable' | 'sealing' | 'storage'

/** Nothing was stored, and the form must keep what the person typed. */
export class NotSaved extends Error {
  readonly reason: NotSavedReason
  constructor(reason: NotSavedReason, options?: ErrorOptions) {
    super(`Not saved (${reason})`, options)
    this.name = 'NotSaved'
    this.reason = reason
  }
}
