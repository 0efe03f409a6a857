import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type searchLookup as endpoint, mostFound } from '../../../contract/endpoints/lists/lists.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { notFound } from '../access/refusals.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { wholeLookup } from './pageLookups.ts'
import { publishedForm } from './publishedForm.ts'

interface ListOfForm {
  readonly form: string
  readonly lookup: string
  readonly person: Person | undefined
}

/** Returns a list of the project of a form. Throws Refused where the caller may not read it. */
export async function optionsOf(
  app: App,
  { form, lookup, person }: ListOfForm,
  filter: Readonly<Record<string, unknown>> = {},
): Promise<LookupItem[]> {
  const found = await publishedForm(app, form)
  if (!found) throw notFound()
  const items = await wholeLookup(app, { team: found.team, lookup, form, person })
  const wanted = Object.entries(filter)
  return items.filter((item) =>
    wanted.every(([name, value]) => sameText(name === 'id' || name === 'label' ? item[name] : item.attributes?.[name], value)),
  )
}

const plain = (value: unknown) =>
  String(value ?? '')
    .trim()
    .toLowerCase()
const sameText = (one: unknown, other: unknown) => plain(one) === plain(other)

/** An entry fits exactly by its id, its label or one of its attributes, otherwise by words of its label. */
function fitting(items: readonly LookupItem[], searched: string): LookupItem[] {
  const exact = items.filter(({ id, label, attributes = {} }) =>
    [id, label, ...Object.values(attributes)].some((value) => sameText(value, searched)),
  )
  if (exact.length > 0) return exact
  const words = plain(searched).split(/\s+/)
  return items.filter(({ label }) =>
    words.every((word) =>
      plain(label)
        .split(/\s+/)
        .some((part) => part.startsWith(word)),
    ),
  )
}

/** A name that a form takes for an attribute. */
const attributeName = /^[A-Za-z_][A-Za-z0-9_]{0,60}$/

const shownAttributes = ({ attributes = {} }: LookupItem) =>
  Object.entries(attributes).filter(([name, value]) => attributeName.test(name) && ['string', 'number', 'boolean'].includes(typeof value))

const readable = (name: string) => name.replace(/_+/g, ' ').replace(/^./, (first) => first.toUpperCase())

/** One entry, as fields to read; the record of the form stores their values. */
function entryForm(item: LookupItem, lang: Language): AnswerOf<typeof endpoint> {
  const attributes = shownAttributes(item).filter(([name]) => name !== 'id' && name !== 'label')
  const field = (attribute: string, label: string) => ({ type: 'text', attribute, label, readOnly: true })
  return {
    ui: { children: [field('label', translate(lang, text('Name'))), ...attributes.map(([name]) => field(name, readable(name)))] },
    model: { id: item.id, label: item.label, ...Object.fromEntries(attributes.map(([name, value]) => [name, String(value)])) },
  }
}

/** Several entries: the person chooses one. */
const choiceForm = (items: readonly LookupItem[], lang: Language): AnswerOf<typeof endpoint> => ({
  ui: {
    children: [
      {
        type: 'valueenum',
        attribute: 'id',
        label: translate(lang, text('Which one?')),
        required: true,
        options: items.map((item) => {
          const description = shownAttributes(item)
            .map(([, value]) => String(value))
            .join(' · ')
          return { name: item.label, value: item.id, ...(description !== '' && { description }) }
        }),
      },
    ],
  },
})

/** Searches a list of the project of a form, and answers with the fields to draw below the search. */
export async function searchLookup(
  app: App,
  question: ListOfForm & { readonly body: Readonly<Record<string, string>>; readonly lang: Language },
): Promise<AnswerOf<typeof endpoint>> {
  const { body, lang } = question
  const searched = Object.values(body)[0]?.trim() ?? ''
  const items = await optionsOf(app, question)
  const found = searched === '' ? [] : fitting(items, searched)
  const [first] = found
  if (!first) return {}
  return found.length === 1 ? entryForm(first, lang) : choiceForm(found.slice(0, mostFound), lang)
}
