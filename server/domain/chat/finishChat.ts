import { isDay, readDay } from '../../../contract/rules/daysLater.ts'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Attachment, attachedTo, fileAddress } from '../../../contract/endpoints/uploads.ts'
import { baseLanguage } from '../../../contract/reference/languages.ts'
import { rows } from '../../storage/database.ts'
import type { Job } from '../../storage/addJob.ts'
import type { App } from '../app.ts'
import { botById } from '../bots/bot.ts'
import { documentPdf } from '../files/documentPdf.ts'
import { fileName, takeUpload, uploadRow } from '../files/uploads.ts'
import { changeRecord } from '../records/changeRecord.ts'
import { personByUid } from '../sign-in/person.ts'
import { chatRow, jsonOf } from './answerMessage.ts'
import { chatClassOf } from './chatBotsOf.ts'

const Payload = z.object({ chat: z.string() })

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns 20 letters and digits that are always the same for a chat. */
const fileIdOf = (chat: string) =>
  Array.from(createHash('sha512').update(`chat file ${chat}`).digest().subarray(0, 20), (byte) => alphabet[byte % alphabet.length]).join('')

const RecordRow = z.object({ model: z.unknown(), tenant: z.string() })

/**
 * The job after the last answer: makes the file of the record, attaches it, and sets the redirect of the
 * chat. Idempotent.
 */
export async function finishChat(app: App, job: Job): Promise<void> {
  const { chat: id } = z.parse(Payload, job.payload)
  const chat = await chatRow(app.storage.db, id)
  if (!chat?.record) return
  const { record: path } = chat
  const [bot, person] = await Promise.all([botById(app.storage.db, chat.automation), personByUid(app.storage, chat.uid)])
  const [record] = await rows(app.storage.db, RecordRow, sql`select model, tenant from records where path = ${path}`)
  // If the bot or the person is gone, the record stays without a file.
  const chatClass = bot && chatClassOf(bot.class)
  if (chatClass && person && record) {
    const { title, ...document } = chatClass.document(jsonOf(record.model), baseLanguage(chat.lang))
    const about = [...document.about, [bot.title, await projectName(app, bot.team)] as const]
    const [day = ''] = document.about.map(([, value]) => value)
    const file = fileIdOf(id)
    let row = await uploadRow(app, file)
    if (!row?.complete) {
      // A crashed server started this file. Its bytes may be from another version.
      if (row) await app.storage.db.execute(sql`delete from files where id = ${file} and not complete`)
      const bytes = await documentPdf({ ...document, title, about }, isDay(day) ? readDay(day) : new Date(0))
      const wish = {
        id: file,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
        filename: fileName(`${title} ${day}.pdf`),
        type: 'application/pdf',
      }
      await takeUpload(app, { person, device: 'server', address: '' }, wish, bytes)
      row = await uploadRow(app, file)
    }
    if (!row) throw new Error('a file that was just made is not there')
    const attachment: Attachment = {
      id: file,
      name: row.filename,
      filename: row.filename,
      type: row.type,
      url: fileAddress(file),
      size: row.size,
      sha256: row.sha256,
    }
    await changeRecord(app.storage, {
      key: `${job.key}:file`,
      path,
      tenant: record.tenant,
      actor: chat.uid,
      change: (model) => ({ ...model, [attachedTo]: [attachment] }),
    })
    await app.storage.db.execute(sql`update files set path = ${path}, tenant = ${record.tenant} where id = ${file} and path is null`)
  }
  await app.storage.db.execute(sql`update chats set redirect = ${`/frontend/${path}`}, rev = rev + 1 where id = ${id} and redirect is null`)
}

const NameRow = z.object({ name: z.string() })

async function projectName(app: App, team: string): Promise<string> {
  const [found] = await rows(app.storage.db, NameRow, sql`select name from teams where id = ${team}`)
  return found?.name ?? ''
}
