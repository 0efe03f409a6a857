import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Refused } from '../../../contract/Refused.ts'
import type { prefillSources } from '../../../contract/endpoints/libraries.ts'
import { isCutOff } from '../../../contract/forms/PdfConfig.ts'
import type { pdfFields, prefillSource } from '../../../contract/endpoints/pdfUpload.ts'
import { type PdfContent, type PdfField, type PdfTroubleCode, readPdf } from '../../adapters/pdf-reader/readPdf.ts'
import { ThreadTrouble } from '../../adapters/threads/threadPool.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { busyWithFiles } from './busyWithFiles.ts'
import { readableFile } from './readableFile.ts'
import { type Text, text } from '../../i18n/text.ts'

/** The reason for the refusal of a document, for the person who sent it. */
const words: Readonly<Record<PdfTroubleCode, Text>> = {
  empty: text('The file is empty. Choose it again.'),
  'not-a-pdf': text('The file is not a PDF. Save or print it as a PDF, and send that.'),
  truncated: text('The PDF is cut off. Send it again.'),
  password: text('The PDF is locked with a password. Send it without one.'),
  'wrong-password': text('The PDF is locked with another password.'),
  'too-large': text('The PDF is too large to be read. Split it, or save it with smaller pictures.'),
  broken: text('The PDF cannot be read. Save it again with the program that made it.'),
}

const isBusy = (error: unknown) => error instanceof ThreadTrouble && error.code === 'busy'
const isTrouble = (error: unknown): error is Error & { code: PdfTroubleCode } => error instanceof Error && error.name === 'PdfTrouble'

const refused = (code: PdfTroubleCode) =>
  code === 'too-large'
    ? new Refused(413, 'TOO_LARGE', words[code])
    : new Refused(400, 'INVALID', words[code], { details: [{ path: 'pdf', message: `expected a PDF that can be opened (${code})` }] })

/** @throws Refused INVALID, TOO_LARGE */
async function contentOf(bytes: Uint8Array): Promise<PdfContent> {
  try {
    return await readPdf(bytes)
  } catch (error) {
    if (isTrouble(error)) throw refused(error.code)
    throw isBusy(error) ? busyWithFiles() : error
  }
}

/**
 * Checks that devices can open the file: complete and in one piece. A file with a password passes if it is
 * only read.
 * @throws Refused INVALID, TOO_LARGE
 */
export async function checkOpens(app: App, id: string, { onlyRead }: { readonly onlyRead: boolean }): Promise<void> {
  const bytes = await bytesOfFile(app, id)
  try {
    await readPdf(bytes)
  } catch (error) {
    if (!isTrouble(error)) throw isBusy(error) ? busyWithFiles() : error
    if (!(onlyRead && error.code === 'password')) throw refused(error.code)
  }
  if (isCutOff(bytes)) throw refused('truncated')
}

async function bytesOfFile(app: App, id: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await app.files.read(id)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * Returns the values of a filled file by field name, as stored in a record: without empty and secret fields.
 */
export async function fieldsOf(
  bytes: Uint8Array,
): Promise<{ values: Record<string, string | string[] | boolean>; title: string | undefined }> {
  const { fields, title } = await contentOf(bytes)
  const values: Record<string, string | string[] | boolean> = {}
  for (const { name, value, password } of fields)
    if (value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0) && !password)
      values[name] = value
  return { values, title }
}

/** Cache by hash: the content of a file never changes. */
const kept = new Map<string, PdfContent>()
const mostKept = 50

async function contentOfFile(app: App, person: Person, device: string, id: string): Promise<PdfContent> {
  const file = await readableFile(app, { person, device }, id)
  const known = kept.get(file.sha256)
  if (known) return known
  const content = await contentOf(await bytesOfFile(app, file.id))
  kept.set(file.sha256, content)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return content
}

interface Asked {
  readonly me: Person
  readonly device: string
  /** The person of the lookups. Must be the caller. */
  readonly userId: string
  /** Id of an upload. */
  readonly file: string | undefined
}

function ownOnly({ me, userId }: Asked): void {
  if (me.uid !== userId) throw new Refused(403, 'FORBIDDEN', text('These lists belong to another person.'))
}

const fillable = ({ type, page }: PdfField) => type !== 'button' && page > 0

/** @throws Refused FORBIDDEN, INVALID, NOT_FOUND, TOO_LARGE */
export async function pdfFieldsOf(app: App, asked: Asked): Promise<AnswerOf<typeof pdfFields>> {
  ownOnly(asked)
  if (asked.file === undefined)
    throw new Refused(400, 'INVALID', text('Say which PDF.'), {
      details: [{ path: 'query.file', message: 'expected the id of an uploaded PDF' }],
    })
  const { fields, pages } = await contentOfFile(app, asked.me, asked.device, asked.file)
  const items = fields.filter(fillable).map(({ name, type, tooltip, page, required, readOnly, options }) => ({
    id: name,
    label: tooltip ?? name,
    fieldType: type,
    page,
    required,
    readOnly,
    ...(options && { options: [...options] }),
  }))
  return { items, pages }
}

/** The placeholders of `initValues`, with patterns for the names of fields that ask for them. */
const sources = [
  {
    id: 'person.name',
    label: 'Name',
    called: /^(?!.*(?:company|firm|project|site|file|user)).*(?:\bname\b|full ?name|employee|worker|nombre|nome)/i,
  },
  { id: 'person.mobile', label: 'Mobile number', called: /mobile|phone|\btel|cell|teléfono|telefone|celular/i },
  { id: 'today()', label: 'Date', called: /\b(?:date|fecha|data|day)\b|date$/i },
  { id: 'owner.project', label: 'Project', called: /project|job|proyecto|projeto/i },
  { id: 'owner.team', label: 'Company', called: /company|employer|contractor|firm|empresa/i },
] as const satisfies readonly { id: (typeof prefillSources)[number]; label: string; called: RegExp }[]

/** @throws Refused FORBIDDEN, INVALID, NOT_FOUND, TOO_LARGE */
export async function prefillSourcesOf(app: App, asked: Asked): Promise<AnswerOf<typeof prefillSource>> {
  ownOnly(asked)
  const fields =
    asked.file === undefined ? undefined : (await contentOfFile(app, asked.me, asked.device, asked.file)).fields.filter(fillable)
  return {
    items: sources.map(({ id, label, called }) => {
      const fits = fields?.filter(({ type, name, tooltip }) => type === 'text' && called.test((tooltip ?? name).replace(/[_.[\]]+/g, ' ')))
      return { id, label, ...(fits && { fields: fits.map(({ name }) => name) }) }
    }),
  }
}
