import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { RecordSave, recordPathPattern, type SaveAnswer } from '../../../contract/endpoints/records.ts'
import { callOnce } from '../records/callOnce.ts'
import type { App } from '../app.ts'
import { signInFirst } from '../records/policies.ts'
import type { WriteHeaders } from '../records/writeHeaders.ts'
import type { Person } from '../sign-in/person.ts'
import type { EntityKind } from './entityKind.ts'
import { text } from '../../i18n/text.ts'

interface EntityWrite {
  readonly method: 'POST' | 'PATCH'
  /** Without a leading slash. */
  readonly path: string
  readonly headers: WriteHeaders
  readonly body: unknown
  readonly person: Person | undefined
}

/** Applies a save of an entity: same headers, order and receipt as the save of a record. Throws Refused. */
export async function writeEntity(
  app: App,
  kind: EntityKind,
  { method, path, headers, body, person }: EntityWrite,
): Promise<{ body: SaveAnswer; replayed: boolean }> {
  if (!person) throw signInFirst()
  const read = z.safeParse(RecordSave, body)
  if (!read.success || !recordPathPattern.test(path) || path.length > 400) {
    const details = read.success ? [] : read.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
    throw new Refused(400, 'INVALID', text('The save is not valid.'), { details })
  }
  const { payload, base, clientAt, skewMs } = read.data
  const segments = path.split('/')
  const change = { app, method, segments, payload, base, headers, me: person }
  await kind.check?.(change)
  const done = await callOnce(
    app.storage,
    { headers, person, path, asks: { method, path, payload }, numbered: true, clientAt, skewMs },
    async (tx) => kind.write(tx, change),
  )
  return { body: done.body as SaveAnswer, replayed: done.replayed }
}
