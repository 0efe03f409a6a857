import { t } from '@lingui/core/macro'
import { sendsWhileClosed } from '../../lib/sendsWhileClosed.ts'
import type { OpError } from '../db/MusterDb.ts'
import type { NotSavedReason } from '../db/not-saved.ts'

/** Text for a failed save: why it was not saved, and what to do. */
export function notSavedWords(reason: NotSavedReason): string {
  switch (reason) {
    case 'full':
      return t`Not saved: this device has no room left. Free some space, then save again.`
    case 'file':
      return t`Not saved: a file of this form is no longer on this device. Remove it and add it again.`
    case 'unreadable':
      return t`Not saved: this form contains something that can't be stored.`
    case 'sealing':
      return t`Not saved: several people use this device, and this browser can't lock your answers away from them. What you typed is still here.`
    case 'storage':
      return t`Not saved: this device could not store it. What you typed is still here. Save again.`
  }
}

export type WaitState = 'queued' | 'sending' | 'authWait' | 'parked' | 'conflict' | 'blocked'

interface Waiting {
  readonly state: WaitState
  readonly own: boolean
  readonly error: OpError | undefined
  /** A form can open it again. */
  readonly editable: boolean
}

/** What happened to a waiting save, and what happens next or what to do. */
export function waitWords({ state, own, error, editable }: Waiting): string {
  if (!own && state === 'authWait') return t`Saved by another person. It is sent when that person signs in on this device.`
  if (!own) return t`Saved by another person. This device sends it in their name.`
  switch (state) {
    case 'sending':
      return t`On its way.`
    case 'authWait':
      return t`Saved on this device. Sign in again to send it.`
    case 'blocked':
      return t`Waits for an earlier save of the same record.`
    case 'conflict':
      return t`Another person changed the same answers. Choose the right ones.`
    case 'parked':
      return parkedWords(error, editable)
    case 'queued':
      return queuedWords(error)
  }
}

function parkedWords(error: OpError | undefined, editable: boolean): string {
  if (error?.kind === 'file') return t`A file of this save is no longer on this device. Open it and add the file again.`
  if (!editable) return `${t`The server refused it: ${error?.message ?? error?.code ?? ''}`} ${t`Retry it, or discard it.`}`
  if (error?.message) return t`The server refused it: ${error.message}`
  return t`The server refused it. Open it, correct it and save again.`
}

function queuedWords(error: OpError | undefined): string {
  if (error?.kind === 'captive') return t`Saved on this device. This Wi-Fi asks you to sign in first.`
  if (error?.code === 'QUOTA_DAY') return t`Saved on this device. Too many files were sent in one day. It is sent tomorrow.`
  if (error?.code === 'QUOTA_FULL')
    return t`Saved on this device. There is no room left for files. It is sent when an owner of the project makes room.`
  if (error?.kind === 'busy') return t`Saved on this device. The server is busy; it will be sent in a moment.`
  if (!sendsWhileClosed()) return t`Saved on this device. It is sent when the app is open and has a connection.`
  return t`Saved on this device. It is sent as soon as there is a connection.`
}
