import { readFileSync } from 'node:fs'
import path from 'node:path'
import { msg } from '@lingui/core/macro'
import { expect, it } from 'vitest'
import { languages } from '../../contract/reference/languages.ts'
import { i18n, speak, withTexts } from './i18n.ts'

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

it('a screen that loads while the language changes, and changes back, has its texts in the language that stays', async () => {
  const textOf = () => i18n.messages[msg`Other ways to sign in`.id]
  await speak('pt')
  expect(textOf()).toBeUndefined()
  const changes = [speak('es')]
  const screen = withTexts(async () => 'a screen')
  changes.push(speak('pt'))
  await Promise.all([screen, ...changes])
  expect([i18n.locale, textOf()]).toEqual(['pt', ['Outras formas de entrar']])
  await speak('es')
  expect([i18n.locale, textOf()]).toEqual(['es', ['Otras formas de entrar']])
})
