import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../../contract/Refused.ts'
import { fileAddress } from '../../../../contract/endpoints/uploads.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { rows, type Transaction } from '../../../storage/database.ts'
import type { App } from '../../app.ts'
import type { Bot } from '../bot.ts'
import { type Text, text } from '../../../i18n/text.ts'

/** The logo is part of the pairing, which a kiosk keeps in several places of its storage. In bytes. */
const mostBytes = 300_000
const pictures: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

const Item = z.object({ id: z.string(), url: z.string() })
const Logo = z.array(Item).check(z.maxLength(1))

const invalid = (words: Text) => new Refused(400, 'INVALID', words, { path: 'logo' })

const logoIn = (model: Model) => Logo.safeParse(model['logo'] ?? []).data?.[0]

const FileRow = z.object({ complete: z.boolean(), size: z.number(), type: z.string() })

/**
 * Assigns the logo of a save to its bot, so that the file is kept, and lets go of the former one. Throws Refused: `upload_missing` while the file has
 * not arrived, INVALID for a file that is no picture, too large, or of another person.
 */
export async function holdLogo(tx: Transaction, { id, me, before, payload }: { id: string; me: string; before: Model; payload: Model }) {
  if (!('logo' in payload)) return
  const { success, data } = Logo.safeParse(payload['logo'] ?? [])
  if (!success) throw invalid(text('A logo is one picture.'))
  const [logo] = data
  const former = logoIn(before)
  if (logo?.id === former?.id) return
  if (former) await letGo(tx, id, former.id)
  if (!logo) return
  if (logo.url !== fileAddress(logo.id)) throw invalid(text('The file is not the uploaded one. Choose it again.'))
  const path = `automations/${id}`
  const [file] = await rows(
    tx,
    FileRow,
    sql`select complete, size::float8 as size, type from files
        where id = ${logo.id} and ((path is null and created_by = ${me}) or path = ${path})`,
  )
  if (!file?.complete)
    throw new Refused(425, 'upload_missing', text('The logo has not arrived yet.'), { details: [{ path: 'files', message: logo.id }] })
  if (!pictures.has(file.type)) throw invalid(text('A logo is a JPEG, PNG or WebP picture.'))
  if (file.size > mostBytes) throw invalid(text('A logo has at most 300 kB.'))
  await tx.execute(sql`update files set path = ${path} where id = ${logo.id}`)
}

/**
 * The file goes to a copy of the bot that shows it, too. Without one it is deleted like an upload that no record took.
 */
async function letGo(tx: Transaction, bot: string, file: string): Promise<void> {
  await tx.execute(
    sql`update files set path = (
            select 'automations/' || a.id from automations a
            where a.id <> ${bot} and not a.deleted and a.model -> 'logo' -> 0 ->> 'id' = ${file} order by a.id limit 1)
          where id = ${file} and path = ${`automations/${bot}`}`,
  )
}

/** Returns the logo of a bot as a data URL, which a kiosk shows without a connection. */
export async function logoOf(app: App, { model }: Pick<Bot, 'model'>): Promise<string | undefined> {
  const logo = logoIn(model)
  if (!logo) return undefined
  const [file] = await rows(
    app.storage.db,
    FileRow,
    sql`select complete, size::float8 as size, type from files where id = ${logo.id} and path like 'automations/%'`,
  )
  if (!file?.complete || !pictures.has(file.type) || file.size > mostBytes) return undefined
  const parts: Buffer[] = []
  try {
    for await (const part of await app.files.read(logo.id)) parts.push(part as Buffer)
  } catch (error) {
    // A kiosk pairs and starts without its logo, too.
    app.log.warn({ file: logo.id, reason: String(error) }, 'the logo of a kiosk could not be read')
    return undefined
  }
  return `data:${file.type};base64,${Buffer.concat(parts).toString('base64')}`
}
