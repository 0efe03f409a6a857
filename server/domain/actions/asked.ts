import type { Model } from '../../../contract/records.ts'

/** What an action was asked for: by a call, or by a save that names it (`rpc`, `saveRpc`). */
export interface Asked {
  /** The same for every run of this act; what reaches the outside world carries it, so that it happens once. */
  readonly key: string
  /** The record. */
  readonly path: string
  /** The project of the record. */
  readonly tenant: string
  /** uid, or `anonymous` for a save of a public form. */
  readonly actor: string
  readonly input: Model
}
