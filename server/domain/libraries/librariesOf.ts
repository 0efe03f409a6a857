import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingRole } from '../../../contract/endpoints/billing/billing.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { Refused } from '../../../contract/Refused.ts'
import {
  type getLibrary,
  LibraryDocument,
  type LibraryRow,
  LibraryType,
  type listLibraries,
} from '../../../contract/endpoints/libraries.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'
import { billingOf } from '../access/billingRole.ts'
import { mayIn, type Person } from '../sign-in/person.ts'
import { libraryFormKey, libraryFormPrefix } from './followLibraries.ts'
import { text } from '../../i18n/text.ts'

const Found = z.object({
  key: z.string(),
  billing: z.string(),
  billingName: z.string(),
  name: z.string(),
  type: LibraryType,
  deleted: z.boolean(),
  rev: z.number(),
  role: BillingRole,
})
type Found = z.infer<typeof Found>

const select = (uid: string) => sql`select l.key, l.billing, b.name as "billingName", l.name, l.type, l.deleted, l.rev, m.role
  from libraries l join billing_accounts b on b.id = l.billing and not b.deleted
  join billing_members m on m.billing = l.billing and m.uid = ${uid}`

const rowOf = ({ key, billing, billingName, name, type, deleted, rev, role }: Found): LibraryRow => ({
  path: `libraries/${key}`,
  rev,
  model: { key, billingAccount: billing, name, type, deleted },
  billing: { name: billingName },
  manages: mayBilling(role, 'list.edit'),
})

export async function librariesOf(app: App, me: Person): Promise<AnswerOf<typeof listLibraries>> {
  const [found, billing] = await Promise.all([
    rows(app.storage.db, Found, sql`${select(me.uid)} where not l.deleted order by lower(b.name), l.type, lower(l.name), l.key limit 5000`),
    billingOf(app.storage.db, me),
  ])
  return { items: found.map(rowOf), billing: [...billing] }
}

const DocumentRow = z.object({ key: z.string(), model: z.union([z.omit(LibraryDocument, { key: true }), z.string()]) })

const KeyRow = z.object({ key: z.string() })

/** @throws Refused NOT_FOUND, also for libraries of others */
export async function libraryOf(app: App, me: Person, key: string): Promise<AnswerOf<typeof getLibrary>> {
  const [found] = await rows(app.storage.db, Found, sql`${select(me.uid)} where l.key = ${key} and not l.deleted`)
  if (!found) throw new Refused(404, 'NOT_FOUND', text('There is no such library.'))
  const documents = await rows(
    app.storage.db,
    DocumentRow,
    sql`select key, model from library_documents where library = ${key} and not deleted order by lower(model ->> 'name'), key limit 5000`,
  )
  const modelOf = (model: Omit<LibraryDocument, 'key'> | string) => fromJson<Omit<LibraryDocument, 'key'>>(model)
  const fillable = me.teams.filter(({ id }) => mayIn(me, id, 'form.fill'))
  const keys = documents.flatMap(({ key: own }) => fillable.map(({ id }) => libraryFormKey(own, id)))
  const there = new Set(
    found.type !== 'Forms' || keys.length === 0
      ? []
      : (await rows(app.storage.db, KeyRow, sql`select key from forms where key in ${keys}`)).map(({ key: form }) => form),
  )
  const formsOf = (own: string) =>
    fillable.flatMap(({ id, name }) => (there.has(libraryFormKey(own, id)) ? [{ key: libraryFormKey(own, id), project: name }] : []))
  return {
    library: rowOf(found),
    documents: documents.map(({ key: own, model }) => {
      const forms = formsOf(own)
      return { ...modelOf(model), key: own, ...(forms.length > 0 && { forms }) }
    }),
  }
}

/**
 * Returns whether the file is the PDF of a library document, in an account that this person belongs to or
 * that pays for one of their projects. The PDF of a removed document stays readable only while a form of it is
 * kept for its records: the form fills this PDF.
 */
export async function mayReadLibraryFile(app: App, me: Person, file: string): Promise<boolean> {
  const found = await rows(
    app.storage.db,
    sql`select 1 from library_documents d join libraries l on l.key = d.library and not l.deleted
        where d.file = ${file}
          and (not d.deleted or exists (select 1 from forms f join teams t on t.id = f.team and t.billing = l.billing
            where starts_with(f.key, ${libraryFormPrefix} || lower(d.key) || '-')))
          and (exists (select 1 from billing_members m where m.billing = l.billing and m.uid = ${me.uid})
          or exists (select 1 from teams t join members m on m.team = t.id and m.uid = ${me.uid} where t.billing = l.billing and not t.deleted)) limit 1`,
  )
  return found.length > 0
}
