import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits } from './limits.ts'

/** Bytes. Smaller saves are limited only by their number. */
const smallSave = 16 * 1024

export interface AnonymousWrite {
  readonly address: string
  /** Size of the body; 0 before the body is read. */
  readonly bytes: number
}

/** Counts a write without an account, by number and by bytes, against the limits of its network. @throws TooManyRequests */
export async function countAnonymousWrite(app: App, { address, bytes }: AnonymousWrite): Promise<void> {
  const from = addressGroup(address)
  await Promise.all([countAgainst(app, limits.anonymousWrites, from), countAgainst(app, limits.anonymousWritesDay, from)])
  await countAnonymousBytes(app, { address, bytes })
}

/** Counts the bytes of a write that was counted before its body was read. @throws TooManyRequests */
export async function countAnonymousBytes(app: App, { address, bytes }: AnonymousWrite): Promise<void> {
  if (bytes > smallSave) await countAgainst(app, limits.anonymousKilobytes, addressGroup(address), Math.ceil(bytes / 1024))
}
