import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '../../contract/reference/languages.ts'
import { i18n, speak } from './i18n.ts'

const regions = Object.keys(languages).filter((language) => language.includes('-'))

it('speaks English in Australia, in its own locale', async () => {
  await speak('en-au')
  expect([i18n.locale, i18n._('Save'), document.documentElement.lang]).toEqual(['en-au', 'Save', 'en-au'])
})

it.each(regions)('%s has no texts of its own in the app, which loads those of its language', (region) => {
  for (const name of ['first', 'sign-in', 'later']) {
    const catalogue = readFileSync(path.resolve('locales', region, `${name}.po`), 'utf8')
    const [, ...entries] = catalogue.split('\n\n')
    expect(entries.filter((entry) => /^msgstr(?:\[\d+\])? ".+"/m.test(entry))).toEqual([])
  }
})
