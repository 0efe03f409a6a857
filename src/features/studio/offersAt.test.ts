import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { functionRecord } from '../../../contract/forms/functions/functionReference.ts'
import { editorWords } from './editorWords.ts'
import { functionWords } from './guide/functionWords.ts'
import { explanationAt, offersAt } from './offersAt.ts'
import { readJson } from '../../../contract/forms/check/readJson.ts'

/** `|` is the cursor. */
function at(marked: string) {
  const place = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { root } = readJson(text)
  return { offers: offersAt(root, text, place), words: explanationAt(root, text, place), text }
}
const labels = (marked: string) => at(marked).offers?.offers.map(({ label }) => label) ?? []
const form = (node: string) =>
  `{ "name": "x", "children": [ { "type": "enum", "attribute": "trade", "label": "Trade", "options": ["a"] }, ${node} ] }`

describe('what the editor offers', () => {
  it('offers the settings of the type, without those that it has', () => {
    const offered = labels(form('{ "type": "date", "attribute": "day", "al|" }'))
    expect(offered).toEqual(expect.arrayContaining(['allowNA', 'label', 'required', 'max']))
    expect(offered).not.toContain('attribute')
    expect(offered).not.toContain('options')
  })
  it('offers a name with its value, or only the name before a value', () => {
    const fresh = at(form('{ "type": "date", "attribute": "day", | }')).offers?.offers.find(({ label }) => label === 'label')
    expect(fresh?.write).toBe('"label": "${}"')
    const named = at(form('{ "type": "date", "attribute": "day", "la|": "x" }')).offers?.offers.find(({ label }) => label === 'label')
    expect(named?.write).toBe('"label"')
  })
  it('offers types, choices, true and false', () => {
    expect(labels(form('{ "type": "|" }'))).toEqual(expect.arrayContaining(['group', 'text', 'signature']))
    expect(labels(form('{ "type": "info", "level": | }'))).toEqual(['error', 'warning', 'info', 'success'])
    expect(labels(form('{ "type": "text", "attribute": "a", "multiline": | }'))).toEqual(['true', 'false'])
  })
  it('offers whole fields in a list of fields', () => {
    expect(labels('{ "name": "x", "children": [ | ] }')).toEqual(expect.arrayContaining(['group', 'text', 'subForm']))
  })
  it('offers attributes and functions in expressions, and attributes in settings that name one', () => {
    expect(labels(form('{ "type": "text", "attribute": "a", "visible": "tr|" }'))).toEqual(
      expect.arrayContaining(['trade', 'count', 'today']),
    )
    expect(labels(form('{ "type": "info", "text": "Hello {{tr|}}" }'))).toContain('trade')
    expect(labels(form('{ "type": "info", "text": "Hello tr|" }'))).toEqual([])
    expect(labels(form('{ "type": "validation", "field": "|" }'))).toContain('trade')
  })
  it('offers the attributes of the item inside a sub-form, too', () => {
    expect(
      labels(
        form(
          '{ "type": "subForm", "attribute": "crew", "subform": [ { "type": "text", "attribute": "hours" }, { "type": "info", "text": "x", "visible": "h|" } ] }',
        ),
      ),
    ).toEqual(expect.arrayContaining(['hours', 'trade']))
  })
  it('explains functions, types and settings in the language of the author', () => {
    i18n.load('es', Object.fromEntries([functionWords.count, functionWords.sum].map(({ id, message }) => [id, `es: ${message}`])))
    i18n.activate('es')
    const words = editorWords(i18n)
    const text = form('{ "type": "text", "attribute": "a", "visible": "count(x)" }')
    const { root } = readJson(text)
    const place = text.indexOf('count(') + 2
    expect(explanationAt(root, text, place, words)).toMatchObject({
      title: functionRecord('count')?.signature,
      text: `es: ${functionRecord('count')?.description}`,
    })
    const offered = offersAt(root, text, place, words)?.offers
    expect(offered?.find(({ label }) => label === 'sum')?.info).toBe(`es: ${functionRecord('sum')?.description}`)
    i18n.activate('en')
    expect(explanationAt(root, text, place, words)?.text).toBe(functionRecord('count')?.description)
  })
  it('explains names, types, functions and attributes', () => {
    expect(at(form('{ "type": "signature", "attribute": "s", "signa|tory": "x" }')).words?.text).toContain('Who signs')
    expect(at(form('{ "type": "sig|nature", "attribute": "s" }')).words?.text).toContain('drawn on the screen')
    expect(at(form('{ "type": "text", "attribute": "a", "visible": "count(tr|ade) > 0" }')).words).toMatchObject({
      title: 'trade',
      text: 'Trade',
    })
    expect(at(form('{ "type": "text", "attribute": "a", "visible": "co|unt(trade) > 0" }')).words).toMatchObject({
      title: 'count(list, attribute?, value?)',
      text: expect.stringContaining('Counts all items') as string,
    })
  })
})
