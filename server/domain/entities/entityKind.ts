import type { Model, Return } from '../../../contract/endpoints/records.ts'
import type { Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import type { Person } from '../sign-in/person.ts'

/**
 * A change of an entity that is not a form record, such as a project or a device: `POST` or `PATCH
 * /api/data/{segments}`.
 */
export interface EntityChange {
  readonly app: App
  readonly method: 'POST' | 'PATCH'
  /** The split path: `['teams', id, 'companies', key]`. */
  readonly segments: readonly string[]
  /** The unchecked change. It contains only what the person changed; `deleted: true` removes. */
  readonly payload: Model
  /** If the payload is the whole entity: the entity as it was before the edit. */
  readonly base?: Model | null | undefined
  /** The headers of the save: the revision that the person saw (`baseRev`), and their previous save. */
  readonly headers: WriteHeaders
  readonly me: Person
}

/**
 * Checks permission and shape, and stores the change in the transaction of its receipt, so it is applied
 * exactly once. Throws Refused; a refusal stores nothing. Returns the revision of the entity.
 */
export type EntityWriter = (tx: Transaction, change: EntityChange) => Promise<{ readonly rev: number } & Return>

/** A kind of entity that devices may change. */
export interface EntityKind {
  readonly write: EntityWriter
  /** A check that would hold row locks for too long: runs before the transaction. Throws Refused; stores nothing. */
  check?(change: EntityChange): Promise<void>
}
