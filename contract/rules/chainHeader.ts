/**
 * The audit chain: each save of a device is a link with a hash that covers its content, its time, and the
 * hash of the previous save. A missing or changed save is detectable, because the next link does not match.
 *
 * A chain belongs to a device. A new one starts when its storage was lost: `<device>-<8 letters and digits>`;
 * `n` counts from 1. `prev` is the hash of link n - 1; for the first link it is `start`, or
 * `after:<chain>:<n>` when the device remembers its previous chain.
 */
export interface Link {
  readonly chain: string
  readonly n: number
  readonly prev: string
  readonly hash: string
}

/** The content that a link's hash covers. */
export interface LinkedSave {
  readonly opId: string
  /** SHA-256 of the save's content as the device made it. */
  readonly payloadHash: string
  readonly path: string
  /** Device time, ISO 8601. */
  readonly clientAt: string
}

/** The text to hash (SHA-256) for a link. */
export const linkText = ({ chain, n, prev }: Omit<Link, 'hash'>, { opId, payloadHash, path, clientAt }: LinkedSave): string =>
  [chain, n, opId, payloadHash, path, clientAt, prev].join('\n')

/** The header `x-chain` of a save, and of the report that a save was discarded. */
export const chainHeader = ({ chain, n, prev, hash }: Link, { payloadHash, path, clientAt }: LinkedSave): string =>
  [chain, n, prev, hash, payloadHash, clientAt, encodeURIComponent(path)].join(';')
