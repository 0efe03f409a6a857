import type { FieldSetting } from '../../../contract/forms/fieldShapes.ts'
import { defineAnswer } from '../defineAnswer.ts'

type Setting = FieldSetting<'lookup'>

/** The entry with this id or label as a pick stores it. An id of a list that the page does not have is taken as it is. */
function entryFor(
  text: string,
  { lookup, items: own = [], fixedItems = [], store = 'id', multiSelect }: Setting,
  lookups: unknown,
): unknown {
  const listed = (lookups as Readonly<Record<string, readonly { id: string; label: string; attributes?: object }[]>>)[lookup]
  const entries = [...fixedItems, ...(listed ?? []), ...own] as readonly { id: string; label: string; attributes?: object }[]
  const found = entries.find(({ id }) => id === text) ?? entries.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  const known = found ?? (listed === undefined && store === 'id' ? { id: text, label: text } : undefined)
  if (!known) return undefined
  const stored = { id: known.id, label: known.label, item: { ...known.attributes, id: known.id, label: known.label } }[store]
  return multiSelect ? [stored] : stored
}

const lookup = defineAnswer({ type: 'lookup', fromText: entryFor })

export const answers = [lookup]
