import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { fieldTypeNames } from '../../../../contract/forms/fieldShapes.ts'
import { formProperties, settingsOf } from '../offersAt.ts'
import { isJson, itemsIn, type Json, objectIn, propertiesOf, settingKind } from './settingKind.ts'
import { wordsOf } from './wordsOf.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

/** Never shown as settings: the studio has an outline for them, and a code editor. */
const structure = new Set(['type', 'children', 'subform', 'translations'])

/** The settings, and those of their entries, that authors would read by the key of the file. */
function withoutWords(owner: string, key: string, schema: Json): string[] {
  const inner = objectIn(itemsIn(schema)) ?? objectIn(schema)
  // As the table of choices names its columns.
  const holder = settingKind(owner, key, schema) === 'options' && key !== 'rows' ? 'options' : key
  return [
    ...(wordsOf(i18n, owner, key, undefined).isEnglish ? [`${owner}.${key}`] : []),
    ...Object.entries(inner ? propertiesOf(inner) : {}).flatMap(([name, held]) => (isJson(held) ? withoutWords(holder, name, held) : [])),
  ]
}

it('every setting has a name in plain words, in the language of the author', () => {
  const all = [
    ...formProperties().map((setting) => ['form', setting] as const),
    ...fieldTypeNames.flatMap((type) => settingsOf(type).map((setting) => [type, setting] as const)),
  ].filter(([, { key }]) => !structure.has(key))
  expect(all.length).toBeGreaterThan(500)
  expect([...new Set(all.flatMap(([owner, { key, schema }]) => withoutWords(owner, key, schema)))]).toEqual([])
})
