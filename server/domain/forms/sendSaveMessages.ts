import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { ExpressionError, parseExpression, type Scope, truthy } from '../../../contract/forms/expression.ts'
import { isRaw } from '../../../contract/forms/isRaw.ts'
import { listsOfExpressions } from '../../../contract/forms/lists/listsOfExpressions.ts'
import type { Recipient, SaveMessage } from '../../../contract/forms/SaveMessage.ts'
import { stepBudgets, TooComplex, withSteps } from '../../../contract/forms/stepBudgets.ts'
import { parseTemplate } from '../../../contract/forms/template.ts'
import { isKioskActor } from '../../../contract/endpoints/kiosk.ts'
import { type Feed, longestMessage, Model } from '../../../contract/endpoints/records.ts'
import { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { supportedLanguage } from '../../../contract/reference/languages.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { addJob, type Job } from '../../storage/addJob.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { limits, overLimit } from '../limits/limits.ts'
import { scopeWithLists, shownScope } from './answerOfSave.ts'
import { type PublishedForm, publishedForm } from './publishedForm.ts'

/** Kind of the job that sends the messages of a save to their recipients. */
export const saveMessagesJob = 'save-messages'

/** People that one message reaches; a form that names more of them has a broadcast bot. */
const mostRecipients = 50

const Payload = z.object({ path: z.string(), actor: z.string() })
const RecordRow = z.object({ model: Model, tenant: z.string(), deleted: z.boolean(), known: z.boolean() })
const PersonRow = z.object({ uid: z.string(), lang: z.nullable(z.string()), role: TeamRole })
type PersonRow = z.infer<typeof PersonRow>

/** The job of a save whose form has messages; undefined for other forms. `actor`: uid of the person who saves. */
export function messagesJobOf(
  form: PublishedForm,
  path: string,
  actor: string,
): { kind: string; payload: Record<string, unknown> } | undefined {
  return form.settings.saved?.messages === undefined ? undefined : { kind: saveMessagesJob, payload: { path, actor } }
}

/**
 * Sends the messages of a save (`saved.messages` of the form) as texts to people of the project: one job for each
 * person, so that opt-outs, disabled people and retries count as for every other text. A person gets the same text about
 * a record once, also when the record is saved again. For a save from outside the project the text has the name of the
 * form: words of strangers must not go out as a text.
 */
export async function sendSaveMessages(app: App, job: Job): Promise<void> {
  const { path, actor } = z.parse(Payload, job.payload)
  const [, key = ''] = path.split('/')
  const form = await publishedForm(app, key)
  const [record] = await rows(
    app.storage.db,
    RecordRow,
    sql`select r.model, r.tenant, r.deleted,
          exists (select 1 from members m where m.team = r.tenant and m.uid = ${actor}) as known from records r where r.path = ${path}`,
  )
  if (!form?.settings.saved?.messages || !record || record.deleted) return
  const model = { ...record.model, key: path.split('/').at(-1) }
  const lists = listsOfExpressions(form.settings.saved.messages.flatMap(({ text: words, when }) => [words, when]))
  const scope = await scopeWithLists(app, form, { model, lists, person: undefined })
  const isOwn = record.known || isKioskActor(actor)
  for (const [index, message] of form.settings.saved.messages.entries()) {
    if (!holds(message, scope)) continue
    const people = await recipientsOf(app, { team: record.tenant, model, actor, message })
    const words = (lang: string | null) => (isOwn ? wordsOf(form, { index, lang, model, scope }) : strangersWords(form, lang))
    await send(app, people, { path, team: record.tenant, words })
  }
  app.storage.jobSignal.notify()
}

/** A faulty condition sends nothing: its author sees the problem in the studio. */
function holds({ when }: SaveMessage, scope: Scope): boolean {
  if (when === undefined) return true
  return counted(() => truthy(parseExpression(when).evaluate(scope))) ?? false
}

function counted<T>(work: () => T): T | undefined {
  try {
    return withSteps(stepBudgets.text, work)
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof TooComplex) return undefined
    throw error
  }
}

interface Wording {
  readonly index: number
  readonly lang: string | null
  readonly model: Model
  readonly scope: Scope
}

/** The text in the language of the recipient, with the answers as people read them. */
function wordsOf(form: PublishedForm, { index, lang, model, scope }: Wording): string {
  const settings = form.in(supportedLanguage(lang))
  const template = settings.saved?.messages?.[index]?.text ?? ''
  const filled = counted(() => parseTemplate(template).fill(scope, shownScope(settings, model, scope)))
  return (filled ?? '').trim().slice(0, longestMessage)
}

const strangersWords = (form: PublishedForm, lang: string | null) =>
  translate(lang, text('New: {what}.'), { what: form.in(supportedLanguage(lang)).name })

interface Sending {
  readonly path: string
  readonly team: string
  words(lang: string | null): string
}

async function send(app: App, people: readonly PersonRow[], { path, team, words }: Sending): Promise<void> {
  for (const { uid, lang, role } of people) {
    const said = words(lang)
    if (said === '') continue
    // The same text about the same record is sent once.
    const sum = createHash('sha256').update(said).digest('hex').slice(0, 16)
    const key = `${saveMessagesJob}:${path}:${uid}:${sum}`
    if ((await rows(app.storage.db, sql`select 1 from jobs where key = ${key}`)).length > 0) continue
    if (await overLimit(app, limits.managerTexts, team)) {
      app.log.warn({ tenant: team }, 'too many texts to the people of a project; the rest was left out')
      return
    }
    const link = app.publicUrl && may(role, 'record.readAll') ? ` ${app.publicUrl}/frontend/${path}` : ''
    const feed: Feed = { type: 'notification', sms: true, text: `${said}${link}` }
    await addJob(app.storage.db, { kind: 'feed', key, payload: { actor: uid, feed } })
  }
}

/** The roles of the project that a role of a form means. */
const rolesOf: Readonly<Record<NonNullable<Recipient['role']>, readonly TeamRole[]>> = {
  manager: ['Owner', 'Administrator'],
  owner: ['Owner'],
  administrator: ['Administrator'],
  member: ['Member'],
  worker: ['Worker'],
}

/** What an answer says about people: keys of the list of people, mobile numbers and names. */
function peopleIn(answer: unknown): { readonly keys: string[]; readonly mobiles: string[]; readonly names: string[] } {
  const found: { keys: string[]; mobiles: string[]; names: string[] } = { keys: [], mobiles: [], names: [] }
  for (const one of Array.isArray(answer) ? answer.slice(0, mostRecipients) : [answer]) {
    if (typeof one === 'string' && one.startsWith('+')) found.mobiles.push(one)
    else if (typeof one === 'string') {
      found.keys.push(one)
      found.names.push(one)
    } else if (isRaw(one)) {
      const { key, id, mobile, name, label } = one
      const own = [key, id].filter((part) => typeof part === 'string')
      found.keys.push(...own)
      if (typeof mobile === 'string') found.mobiles.push(mobile)
      // A name alone says less than a key, and two people can have the same one.
      else if (own.length === 0) found.names.push(...[name, label].filter((part) => typeof part === 'string'))
    }
  }
  return found
}

const answerAt = (model: Model, attribute: string): unknown =>
  attribute.split('.').reduce<unknown>((part, name) => (isRaw(part) ? part[name] : undefined), model)

interface Asked {
  readonly team: string
  readonly model: Model
  readonly actor: string
  readonly message: SaveMessage
}

/**
 * The recipients: people of the project with a number, who are not disabled, without the person who saved. An answer
 * reaches no one outside of the project, no matter what it says.
 */
async function recipientsOf(app: App, { team, model, actor, message: { recipients } }: Asked): Promise<PersonRow[]> {
  const roles = recipients.flatMap(({ role }) => (role ? rolesOf[role] : []))
  const persons = recipients.flatMap(({ person }) => (person === undefined ? [] : [person.toLowerCase()]))
  const all = recipients.flatMap(({ attribute }) => (attribute === undefined ? [] : [peopleIn(answerAt(model, attribute))]))
  const json = (values: readonly string[]) => JSON.stringify(values)
  const keys = json(all.flatMap((one) => one.keys))
  const mobiles = json(all.flatMap((one) => one.mobiles))
  const names = json(all.flatMap((one) => one.names.map((name) => name.toLowerCase())))
  return rows(
    app.storage.db,
    PersonRow,
    sql`with told as (
          select attributes ->> 'mobile' as mobile from lookup_items
            where team = ${team} and not disabled and lookup in ('employees', 'employeeSmsContacts') and id in (select jsonb_array_elements_text(${keys}::jsonb))
          union select jsonb_array_elements_text(${mobiles}::jsonb)
          union select min(attributes ->> 'mobile') from lookup_items
            where team = ${team} and not disabled and lookup in ('employees', 'employeeSmsContacts') and lower(label) in (select jsonb_array_elements_text(${names}::jsonb))
            group by lower(label) having count(distinct attributes ->> 'mobile') = 1)
        select p.uid, p.lang, m.role from members m join people p on p.uid = m.uid
        where m.team = ${team} and p.mobile is not null and not p.disabled and p.uid <> ${actor}
          and (m.role in (select jsonb_array_elements_text(${json(roles)}::jsonb))
            or p.mobile in (select jsonb_array_elements_text(${json(persons)}::jsonb))
            or lower(p.email) in (select jsonb_array_elements_text(${json(persons)}::jsonb))
            or p.mobile in (select mobile from told))
        order by p.uid limit ${mostRecipients}`,
  )
}
