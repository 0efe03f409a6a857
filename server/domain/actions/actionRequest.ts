import type { Model } from '../../../contract/endpoints/records.ts'

/** The request for an action: from a call, or from a save that names it (`rpc`, `saveRpc`). */
export interface ActionRequest {
  /** The same for every run of this request. External effects carry it, so that they happen once. */
  readonly key: string
  /** The path of the record. */
  readonly path: string
  /** The project of the record. */
  readonly tenant: string
  /** uid, or `anonymous` for a save of a public form. */
  readonly actor: string
  readonly input: Model
}
