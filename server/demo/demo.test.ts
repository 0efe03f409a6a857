import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSettings, translateSettings } from '../../contract/forms/checkSettings.ts'
import type { Language } from '../../contract/reference/languages.ts'
import { Mobile } from '../../contract/endpoints/sign-in.ts'
import { lookupItems, people, sites, teams } from './company.ts'
import { demoForms } from './seedDemo.ts'

/** All texts of a form that people read. */
function textsOf(node: unknown, found = new Set<string>()): Set<string> {
  const readable = new Set([
    'name',
    'label',
    'description',
    'placeholder',
    'text',
    'template',
    'message',
    'addLabel',
    'editLabel',
    'emptyMessage',
    'returnMessage',
    'title',
    'nextLabel',
    'notReadyMessage',
    'openLabel',
    'submitLabel',
    'shareTitle',
  ])
  if (Array.isArray(node)) for (const each of node) textsOf(each, found)
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') {
        if (readable.has(key)) found.add(value)
      } else if (key === 'fieldTooltips') for (const label of Object.values(value as object)) found.add(String(label))
      else textsOf(value, found)
    }
  }
  return found
}

describe('the demo company', () => {
  it('has two projects, three sites, more than a dozen companies and about three hundred workers', () => {
    expect([teams.length, sites.length]).toEqual([2, 3])
    const items = lookupItems().filter(({ team }) => team === teams[0]?.id)
    const list = (name: string) => items.filter(({ lookup }) => lookup === name)
    expect(list('vendors').length).toBeGreaterThanOrEqual(12)
    expect(list('employees').length).toBeGreaterThanOrEqual(300)
    expect(new Set(list('employees').map(({ label }) => label)).size).toBe(list('employees').length)
    for (const name of ['trades', 'costCodes', 'locations', 'employeeSmsContacts', 'vendorSmsContacts'])
      expect(list(name).length).toBeGreaterThan(5)
  })

  it('is the same company at every start, with numbers that ring nowhere', () => {
    expect(lookupItems()).toEqual(lookupItems())
    const numbers = [
      ...people.map(({ mobile }) => mobile),
      ...lookupItems().flatMap(({ attributes }) => (typeof attributes?.['mobile'] === 'string' ? [attributes['mobile']] : [])),
    ]
    for (const number of numbers) {
      expect(Mobile.safeParse(number).success).toBe(true)
      expect(number).toMatch(/^\+1\d{3}55501\d\d$/)
    }
    expect(new Set(people.map(({ mobile }) => mobile)).size).toBe(people.length)
  })
})

it('every video and document that a demo form shows, in any language, is there and small', () => {
  const named = new Set([...JSON.stringify(demoForms).matchAll(/"\/media\/([^"]+)"/g)].map(([, name = '']) => name))
  expect(named.size).toBeGreaterThan(8)
  const sizes = [...named].map((name) => statSync(join(import.meta.dirname, 'media', name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
})

describe.each(Object.entries(demoForms))('the form %s', (_, settings) => {
  it('is a form that the product shows', () => {
    expect(checkSettings(settings)).toMatchObject({ ok: true })
  })

  it.each(['es', 'pt'] as Language[])('is complete in %s', (lang) => {
    const checked = checkSettings(settings)
    if (!checked.ok) throw new Error('the form has problems')
    const { translations, ...english } = checked.form
    const texts = translations?.[lang as 'es'] ?? {}
    const same = new Set(['Hospital', 'No', 'Trade', 'Local'])
    for (const text of textsOf(english)) {
      const words = text.replace(/\{\{.*?\}\}/g, '').replace(/[^\p{L}]/gu, '')
      if (words && !same.has(text)) expect([text, texts[text]]).not.toEqual([text, undefined])
    }
    expect(Object.keys(texts).filter((text) => !textsOf(english).has(text) && !text.startsWith('/media/'))).toEqual([])
    const placeholders = (text: string) => [...text.matchAll(/\{\{.*?\}\}/g)].map(([found]) => found).sort()
    for (const [text, translated] of Object.entries(texts)) {
      const [before, after] = [placeholders(text), placeholders(translated)]
      expect(after.filter((one) => !before.includes(one))).toEqual([])
    }
    expect(translateSettings(checked.form, lang).name).not.toBe(checked.form.name)
  })

  it('stores the same answers in every language', () => {
    const checked = checkSettings(settings)
    if (!checked.ok) throw new Error('the form has problems')
    const values = (lang: Language) => JSON.stringify(translateSettings(checked.form, lang)).match(/"value":"[^"]*"|"attribute":"[^"]*"/g)
    for (const lang of ['en-au', 'es', 'pt'] as const) expect(values(lang)).toEqual(values('en'))
  })
})
