/**
 * Each save of a device is a link of a chain: its hash covers what was saved, when, and the hash of the save before it. A save that is missing
 * or was changed afterwards shows, because the next one does not fit.
 *
 * A chain belongs to a device and begins anew when its storage was lost: `<device>-<8 letters and digits>`; `n` counts from 1. `prev` is the
 * hash of link n - 1; of the first `start`, or `after:<chain>:<n>` where the device remembers that it had another chain.
 */
export interface Link {
  readonly chain: string
  readonly n: number
  readonly prev: string
  readonly hash: string
}

/** What a link's hash covers. */
export interface LinkedSave {
  readonly opId: string
  /** SHA-256 of the save's content as the device made it. */
  readonly payloadHash: string
  readonly path: string
  /** Device time, ISO 8601. */
  readonly clientAt: string
}

/** The text whose SHA-256 is the link's hash. */
export const linkText = ({ chain, n, prev }: Omit<Link, 'hash'>, { opId, payloadHash, path, clientAt }: LinkedSave): string =>
  [chain, n, opId, payloadHash, path, clientAt, prev].join('\n')

/** The header `x-chain` of a save, and of the word that one was discarded. */
export const chainHeader = ({ chain, n, prev, hash }: Link, { payloadHash, path, clientAt }: LinkedSave): string =>
  [chain, n, prev, hash, payloadHash, clientAt, encodeURIComponent(path)].join(';')
