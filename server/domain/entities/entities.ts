import type { Model, Return } from '../../../contract/endpoints/records.ts'
import type { Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { writeBilling } from '../billing/writeBilling.ts'
import { writeBot } from '../bots/changeBot.ts'
import { writeExecution } from '../executions/decide.ts'
import { writeDevice } from '../devices/writeDevice.ts'
import { writeProject } from '../projects/writeProject.ts'
import { checkDocument } from '../libraries/checkDocument.ts'
import { writeLibrary } from '../libraries/writeLibrary.ts'
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

/** Registry by the first segment of the path. A new kind of entity is a new line here. */
export const entityWriters: Readonly<Record<string, EntityWriter>> = {
  automation: writeExecution,
  automations: writeBot,
  devices: writeDevice,
  teams: writeProject,
  billing: writeBilling,
  libraries: writeLibrary,
}

export const entityWriter = (path: string): EntityWriter | undefined => {
  const name = path.split('/')[0] ?? ''
  return Object.hasOwn(entityWriters, name) ? entityWriters[name] : undefined
}

/**
 * By the first segment: checks that would hold row locks for too long, run before the transaction. Throw
 * Refused; store nothing.
 */
export const entityChecks: Readonly<Record<string, (change: EntityChange) => Promise<void>>> = {
  libraries: checkDocument,
}
