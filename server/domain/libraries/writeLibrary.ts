import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingStatus } from '../../../contract/endpoints/billing/billing.ts'
import { Refused } from '../../../contract/Refused.ts'
import { closedStatuses, documentAttributes, DocumentChange, LibraryChange, LibraryType } from '../../../contract/endpoints/libraries.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { baseLanguage } from '../../../contract/reference/languages.ts'
import type { TextValues } from '../../../contract/Text.ts'
import { type Text, text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { mayInBilling } from '../access/billingRole.ts'
import type { EntityChange, EntityWriter } from '../entities/entityKind.ts'
import type { Person } from '../sign-in/person.ts'
import { followLibraries } from './followLibraries.ts'
import { followTraining, trainingType } from './followTraining.ts'

const keyPattern = /^[A-Za-z0-9]{20}$/

const LibraryRow = z.object({ billing: z.string(), type: LibraryType, deleted: z.boolean(), rev: z.number() })
type LibraryRow = z.output<typeof LibraryRow>
type LibraryWish = z.output<typeof LibraryChange>

const RevRow = z.object({ rev: z.number() })

const StatusRow = z.object({ status: BillingStatus })

/**
 * `/api/data/libraries/{key}` and `/api/data/libraries/{key}/documents/{key}`, for Owners and Administrators
 * of the billing account.
 */
export const writeLibrary: EntityWriter = async (tx, change) => {
  const { segments, payload, me, method } = change
  const { key, document } = addressIn(segments)
  const [library] = await rows(tx, LibraryRow, sql`select billing, type, deleted, rev from libraries where key = ${key} for update`)
  if (library && !(await mayInBilling(tx, me, library.billing, 'billing.read'))) throw unknown()
  if (document !== undefined) return writeDocumentOf(tx, change, library, { key, document })
  const wish = read(LibraryChange, payload, text('A library has a name, a type and a billing account.'))
  if (wish.key !== undefined && wish.key !== key) throw wrong('key', text('The key does not match the address.'))
  if (library) return updateLibrary(tx, change, { ...library, key }, wish)
  if (method !== 'POST') throw unknown()
  return createLibrary(tx, me, key, wish)
}

/** Returns the keys in `libraries/{key}` and `libraries/{key}/documents/{key}`. Throws Refused. */
function addressIn(segments: readonly string[]): { key: string; document: string | undefined } {
  const [, key = '', list, document, ...more] = segments
  if (!keyPattern.test(key) || more.length > 0 || (list !== undefined && (list !== 'documents' || !keyPattern.test(document ?? ''))))
    throw new Refused(404, 'NOT_FOUND', text('Libraries are written at /api/data/libraries/KEY, documents below it at documents/KEY.'))
  return { key, document }
}

const trainingFollows = text(
  'Document saved. {forms, plural, one {People read it in one orientation form now.} other {People read it in # orientation forms now.}}',
)

function asTraining(forms: number, me: Person, written: { rev: number }): { rev: number; notification?: string } {
  return forms === 0 ? written : { ...written, notification: translate(baseLanguage(me.lang), trainingFollows, { forms }) }
}

const formsFollow = text('Document saved. {forms, plural, one {It is a form of one project now.} other {It is a form of # projects now.}}')

async function writeDocumentOf(
  tx: Transaction,
  { app, payload, me }: EntityChange,
  library: LibraryRow | undefined,
  { key, document }: { key: string; document: string },
): Promise<{ rev: number; notification?: string }> {
  if (!library || library.deleted) throw unknown()
  if (!(await mayInBilling(tx, me, library.billing, 'list.edit'))) throw forbidden()
  const written = await writeDocument(tx, { library: key, type: library.type, key: document, payload, me })
  if (library.type === trainingType) return asTraining(await followTraining(app, tx, { by: me.uid, billing: library.billing }), me, written)
  if (library.type !== 'Forms') return written
  const forms = await followLibraries(app, tx, { by: me.uid, billing: library.billing, document })
  if (forms === 0) return written
  return { ...written, notification: translate(baseLanguage(me.lang), formsFollow, { forms }) }
}

async function updateLibrary(
  tx: Transaction,
  { app, me }: EntityChange,
  library: LibraryRow & { key: string },
  { billingAccount, name, type, deleted }: LibraryWish,
): Promise<{ rev: number }> {
  if (!(await mayInBilling(tx, me, library.billing, 'list.edit'))) throw forbidden()
  if (billingAccount !== undefined && billingAccount !== library.billing) throw wrong('billingAccount', text('This cannot be changed.'))
  if (type !== undefined && type !== library.type) throw wrong('type', text('This cannot be changed.'))
  const [row] = await rows(
    tx,
    RevRow,
    sql`update libraries set name = coalesce(${name ?? null}, name), deleted = coalesce(${deleted ?? null}::boolean, deleted),
          rev = rev + 1 where key = ${library.key} returning rev`,
  )
  if (deleted !== undefined && deleted !== library.deleted) {
    const follow = { Forms: followLibraries, [trainingType]: followTraining, Toolbox: undefined }[library.type]
    await follow?.(app, tx, { by: me.uid, billing: library.billing })
  }
  return { rev: row?.rev ?? library.rev }
}

async function createLibrary(
  tx: Transaction,
  me: Person,
  key: string,
  { billingAccount, name, type }: LibraryWish,
): Promise<{ rev: number }> {
  if (billingAccount === undefined || billingAccount === '') throw wrong('billingAccount', text('Billing Account is required'))
  if (name === undefined) throw wrong('name', text('Library Name is required'))
  if (type === undefined) throw wrong('type', text('Type required'))
  if (!(await mayInBilling(tx, me, billingAccount, 'list.edit'))) throw forbidden()
  const [account] = await rows(tx, StatusRow, sql`select status from billing_accounts where id = ${billingAccount}`)
  if (account && closedStatuses.includes(account.status))
    throw new Refused(409, 'INVALID', text('This billing account is not active. Choose another one.'))
  await tx.execute(
    sql`insert into libraries (key, billing, name, type, created_by) values (${key}, ${billingAccount}, ${name}, ${type}, ${me.uid})`,
  )
  return { rev: 1 }
}

interface DocumentWish {
  readonly library: string
  readonly type: LibraryType
  readonly key: string
  readonly payload: Model
  readonly me: Person
}

async function writeDocument(tx: Transaction, { library, type, key, payload, me }: DocumentWish): Promise<{ rev: number }> {
  const { deleted, key: own, ...change } = read(DocumentChange, payload, text('A document has a name and a PDF file.'))
  if (own !== undefined && own !== key) throw wrong('key', text('The key does not match the address.'))
  const allowed = new Set<string>(['name', 'pdf', ...documentAttributes[type]])
  const foreign = Object.keys(change).find((attribute) => !allowed.has(attribute))
  if (foreign !== undefined) throw wrong(foreign, text('A document of type {type} has no such attribute.'), { type })
  const [before] = await rows(tx, RevRow, sql`select rev from library_documents where library = ${library} and key = ${key} for update`)
  if (!before && deleted) throw new Refused(404, 'NOT_FOUND', text('There is no such document.'))
  if (!before && change.name === undefined) throw wrong('name', text('Name required'))
  if (change.pdf) await holdFile(tx, { id: change.pdf.id, url: change.pdf.url, library, me })
  const [row] = await rows(
    tx,
    RevRow,
    sql`insert into library_documents (library, key, model, file) values (${library}, ${key}, ${JSON.stringify(change)}::jsonb, ${change.pdf?.id ?? null})
        on conflict (library, key) do update set model = library_documents.model || excluded.model,
          file = coalesce(excluded.file, library_documents.file), deleted = coalesce(${deleted ?? null}::boolean, library_documents.deleted),
          rev = library_documents.rev + 1
        returning rev`,
  )
  return { rev: row?.rev ?? 1 }
}

const FileRow = z.object({ complete: z.boolean(), path: z.nullable(z.string()), type: z.string() })

/**
 * Assigns the file to the library, so that it is kept. Throws Refused `upload_missing` while the file has not
 * arrived.
 */
async function holdFile(
  tx: Transaction,
  { id, url, library, me }: { id: string; url: string; library: string; me: Person },
): Promise<void> {
  if (url !== fileAddress(id)) throw wrong('pdf.url', text('The file is not the uploaded one. Choose it again.'))
  const [file] = await rows(
    tx,
    FileRow,
    sql`select complete, path, type from files where id = ${id} and (created_by = ${me.uid} or path = ${`libraries/${library}`})`,
  )
  if (!file?.complete)
    throw new Refused(425, 'upload_missing', text('The PDF has not arrived yet.'), { details: [{ path: 'files', message: id }] })
  if (file.type !== 'application/pdf') throw wrong('pdf', text('Only PDF files can be added.'))
  if (file.path !== null && !file.path.startsWith('libraries/'))
    throw wrong('pdf', text('This file belongs to something else. Choose it again.'))
  if (file.path === null) await tx.execute(sql`update files set path = ${`libraries/${library}`} where id = ${id}`)
}

function read<Shape extends z.ZodMiniType>(shape: Shape, payload: Model, words: Text): z.output<Shape> {
  const result = shape.safeParse(payload)
  if (result.success) return result.data
  const details = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refused(400, 'INVALID', words, { details })
}

const unknown = () => new Refused(404, 'NOT_FOUND', text('There is no such library.'))
const forbidden = () => new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
const wrong = (path: string, words: Text, values: TextValues = {}) => new Refused(400, 'INVALID', words, { path, values })
