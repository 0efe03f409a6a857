import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { servedType } from '../../../contract/rules/servedType.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { isTrainingFile } from '../libraries/followTraining.ts'
import { mayReadLibraryFile } from '../libraries/librariesOf.ts'
import { anonymous } from '../records/person.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { ownsUpload, type UploadRow, uploadRow } from './uploads.ts'
import { text } from '../../i18n/text.ts'

/**
 * Returns a complete file if the caller may read it: they sent it, made its record, or may read all records
 * of its project. If the record was removed, only callers who could restore it.
 * @throws Refused NOT_FOUND, also if the caller may not know of the file
 */
export async function readableFile(
  app: App,
  caller: { person: Person | undefined; device: string },
  id: string,
): Promise<UploadRow & { served: ReturnType<typeof servedType> }> {
  const row = await uploadRow(app, id)
  if (!row?.complete || !(await mayRead(app, caller, row))) {
    throw caller.person || !row
      ? new Refused(404, 'NOT_FOUND', text('There is no such file.'))
      : new Refused(401, 'NOT_AUTHORIZED', text('Not Authorized'))
  }
  return { ...row, served: servedType(row.type) }
}

const BotRow = z.object({ team: z.string(), owner: z.string() })

async function mayReadPart(app: App, person: Person | undefined, path: string, id: string): Promise<boolean> {
  if (!path.startsWith('libraries/')) return person !== undefined && mayEditBot(app, person, path)
  return (person !== undefined && (await mayReadLibraryFile(app, person, id))) || isTrainingFile(app, person, id)
}

/** The logo of a bot is for the people who may change its settings. */
async function mayEditBot(app: App, person: Person, path: string): Promise<boolean> {
  const id = path.split('/')[1] ?? ''
  const [bot] = await rows(app.storage.db, BotRow, sql`select team, owner from automations where id = ${id} and not deleted`)
  if (!bot) return false
  return bot.team === privateTeam ? bot.owner === person.uid : mayIn(person, bot.team, 'bot.create')
}

const RecordRow = z.object({ tenant: z.string(), createdBy: z.string(), deleted: z.boolean() })

async function mayRead(app: App, caller: { person: Person | undefined; device: string }, row: UploadRow): Promise<boolean> {
  const { person } = caller
  const sent = ownsUpload(row, caller)
  if (row.path === null) return sent
  if (row.path.startsWith('libraries/') || row.path.startsWith('automations/')) return sent || mayReadPart(app, person, row.path, row.id)
  const [record] = await rows(
    app.storage.db,
    RecordRow,
    sql`select tenant, created_by as "createdBy", deleted from records where path = ${row.path}`,
  )
  if (record?.deleted) return person !== undefined && mayIn(person, record.tenant, 'record.delete')
  if (sent || !record || !person) return sent
  if (mayIn(person, record.tenant, 'record.readAll')) return true
  return record.createdBy !== anonymous && record.createdBy === person.uid && mayIn(person, record.tenant, 'record.readOwn')
}
