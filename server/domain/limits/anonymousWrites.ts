import type { App } from '../app.ts'
import { addressGroup, countAgainst, limits } from './limits.ts'

/** Saves below this are bounded by their number. */
const smallSave = 16 * 1024

export interface AnonymousWrite {
  readonly address: string
  /** Of the body; 0 while nothing of it is read. */
  readonly bytes: number
}

/** Everybody may write to a public form: bounded by number, and by what the disk takes. @throws TooManyRequests */
export async function countAnonymousWrite(app: App, { address, bytes }: AnonymousWrite): Promise<void> {
  const from = addressGroup(address)
  await Promise.all([countAgainst(app, limits.anonymousWrites, from), countAgainst(app, limits.anonymousWritesDay, from)])
  await countAnonymousBytes(app, { address, bytes })
}

/** Of a write whose body was read after it was counted. @throws TooManyRequests */
export async function countAnonymousBytes(app: App, { address, bytes }: AnonymousWrite): Promise<void> {
  if (bytes > smallSave) await countAgainst(app, limits.anonymousKilobytes, addressGroup(address), Math.ceil(bytes / 1024))
}
