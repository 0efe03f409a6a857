import type { Model, Return } from '../../../contract/records.ts'
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

/** A change of something that is no record of a form, such as a project or a device: `POST` or `PATCH /api/data/{segments}`. */
export interface EntityChange {
  readonly app: App
  readonly method: 'POST' | 'PATCH'
  /** The path, split: `['teams', id, 'companies', key]`. */
  readonly segments: readonly string[]
  /** What the person changed, and nothing else; `deleted: true` removes. Not checked yet. */
  readonly payload: Model
  /** The whole thing as the person found it, where the payload is the whole thing as they left it. */
  readonly base?: Model | null | undefined
  /** What the person had seen when they changed it (`baseRev`), and their own save before. */
  readonly headers: WriteHeaders
  readonly me: Person
}

/**
 * Checks rights and shape, and stores the change in the transaction of its receipt, so that it is applied once however often it arrives.
 * Throws Refused; a refusal stores nothing. Answers the entity's revision.
 */
export type EntityWriter = (tx: Transaction, change: EntityChange) => Promise<{ readonly rev: number } & Return>

/** By the first segment of the path. An area that keeps such things adds its line. */
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

/** By the first segment: what takes longer than a transaction may hold its rows, looked at before it. Throws Refused; stores nothing. */
export const entityChecks: Readonly<Record<string, (change: EntityChange) => Promise<void>>> = {
  libraries: checkDocument,
}
