import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isColumnName, LibraryDocument, prefillSources } from '../../../contract/endpoints/libraries.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { formTranslations } from '../../i18n/formTranslations.ts'
import { text } from '../../i18n/text.ts'
import { rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { publishForm } from '../forms/publishForm.ts'

/**
 * A document of a Forms library is a form of every project of its billing account: it is listed in My Tasks,
 * available offline, and its records belong to the project. The form follows the document.
 */

export const libraryFormPrefix = 'doc-'
/** Returns the form key of a document in a project. */
export const libraryFormKey = (document: string, team: string): string =>
  `${libraryFormPrefix}${document.toLowerCase()}-${createHash('sha256').update(`${document}/${team}`).digest('hex').slice(0, 12)}`

const Model = z.omit(LibraryDocument, { key: true })
type Model = z.infer<typeof Model>

const filledForm = text('Filled form')
const photosAndFiles = text('Photos and files')

const known: ReadonlySet<string> = new Set(prefillSources)

function settingsOf({ name, pdf, prefillProps = [], nonConformingRules = [] }: Model, file: string) {
  const columns = prefillProps.filter(({ fieldName, isColumn }) => isColumn && isColumnName(fieldName))
  const first = prefillProps.filter(({ prefillSource }) => known.has(prefillSource))
  const rules = nonConformingRules.filter(({ value }) => value.trim() !== '')
  return {
    name,
    component: 'pdfForm',
    recoveryEnabled: true,
    ...(columns.length > 0 && { recordTitle: columns.map(({ fieldName }) => `{{fields.${fieldName}}}`).join(' · ') }),
    pdf: {
      source: fileAddress(file),
      fieldEnforceRequired: true,
      ...(first.length > 0 && {
        initValues: Object.fromEntries(first.map(({ fieldName, prefillSource }) => [fieldName, `{{${prefillSource}}}`])),
      }),
      ...(rules.length > 0 && { nonConforming: rules }),
      shareFilename: pdf?.filename ?? name,
    },
    children: [
      { type: 'attachments', attribute: 'pdf', label: filledForm },
      { type: 'attachments', attribute: 'attachments', label: photosAndFiles },
    ],
    translations: formTranslations([filledForm, photosAndFiles]),
  }
}

interface Asked {
  readonly by: string
  /** Only the projects of this billing account (`billing`), or only this project (`team`). */
  readonly billing?: string
  readonly team?: string
  /** Only this document. */
  readonly document?: string
}

const IdRow = z.object({ id: z.string() })

const DocumentRow = z.object({ key: z.string(), team: z.string(), model: z.union([Model, z.string()]), file: z.string() })

const FormRow = z.object({
  key: z.string(),
  team: z.string(),
  settings: z.union([z.record(z.string(), z.unknown()), z.string()]),
  used: z.boolean(),
})

/**
 * Publishes the forms of these projects as the libraries define them, and returns their number. The form of a deleted document is
 * deleted, or becomes read-only if it has records.
 */
export async function followLibraries(app: App, tx: Transaction, { by, billing, team, document }: Asked): Promise<number> {
  const teams = await rows(
    tx,
    IdRow,
    sql`select id from teams where not deleted and ${team === undefined ? sql`billing = ${billing ?? null}` : sql`id = ${team}`} limit 1000`,
  )
  if (teams.length === 0) return 0
  const ids = teams.map(({ id }) => id)
  const [documents, forms] = [
    await rows(
      tx,
      DocumentRow,
      sql`select d.key, t.id as team, d.model, d.file from teams t
          join libraries l on l.billing = t.billing and not l.deleted and l.type = 'Forms'
          join library_documents d on d.library = l.key and not d.deleted and d.file is not null
          where t.id in ${ids} and ${document === undefined ? sql`true` : sql`d.key = ${document}`}`,
    ),
    await rows(
      tx,
      FormRow,
      sql`select key, team, settings, exists (select 1 from records where parent = 'forms/' || key) as used from forms
          where team in ${ids} and key like ${`${libraryFormPrefix}${document === undefined ? '' : `${document.toLowerCase()}-`}%`}`,
    ),
  ]
  const wanted = new Set<string>()
  for (const { key, team: own, model, file } of documents) {
    const form = libraryFormKey(key, own)
    wanted.add(form)
    const settings = settingsOf(fromJson<Model>(model), file)
    await publishForm(app, { key: form, team: own, settings, publishedBy: by }, tx)
  }
  for (const { key, team: own, settings, used } of forms) {
    if (wanted.has(key) || !/^doc-[a-z0-9]{20}-[0-9a-f]{12}$/.test(key)) continue
    if (!used) {
      await tx.execute(sql`delete from forms where key = ${key}`)
      continue
    }
    const held = fromJson<{ pdf?: Record<string, unknown> }>(settings)
    await publishForm(
      app,
      { key, team: own, settings: { ...held, pdf: { ...held.pdf, submitDisabled: true, forceReadonly: true } }, publishedBy: by },
      tx,
    )
  }
  return documents.length
}
