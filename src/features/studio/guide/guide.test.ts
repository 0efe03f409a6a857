import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkSettings } from '../../../../contract/forms/checkSettings.ts'
import { checkFormFile } from '../../../../contract/forms/check/checkFormFile.ts'
import { listOfTable } from '../../../../contract/forms/lists/listOfTable.ts'
import { readTable } from '../../../../contract/tables/readTable.ts'
import { functionReference } from '../../../../contract/forms/functions/functionReference.ts'
import { isRaw, type Raw } from '../../../../contract/forms/isRaw.ts'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { bringTypes } from '../../../fields/index.ts'
import { examples } from '../examples.ts'
import { templates } from '../templates/templates.ts'
import { trialLookups } from '../trialLookups.ts'
import { authorMistakes } from './authorMistakes.ts'
import { functionWords } from './functionWords.ts'
import { messagesFor } from './messagesFor.ts'
import { guideChapters } from './guideChapters.ts'
import { guidePages } from './guidePages.ts'
import { listExample } from './listExample.ts'
import { guideWishes } from './guideWishes.ts'
import { formEntry, type TypeEntry, typeEntries } from './typeEntries.ts'

const forms = examples.map(({ text }) => JSON.parse(text) as Raw)
let types: readonly TypeEntry[] = []
beforeAll(async () => {
  await Promise.all(forms.map((form) => bringTypes(form['children'] as NodeSetting[])))
  types = typeEntries(forms, trialLookups)
})

/** What a setting needs or excludes beside it. */
const besides: Readonly<Record<string, Raw>> = {
  subform: { preventDuplicates: undefined },
  'text.unit': { number: true },
  optionSet: { options: undefined },
}
const sets: Raw = { risk: ['Low', 'High'] }

/** A form around a part: what the part names is there, too. */
function formOf(part: unknown): unknown {
  if (isRaw(part) && 'children' in part && 'name' in part) return part
  const parts = Array.isArray(part) ? part : [part]
  const names = ['oxygen', 'watch_end', 'inspected'].filter((name) => JSON.stringify(parts).includes(`"field":"${name}"`))
  return { name: 'Part', children: [...names.map((attribute) => ({ type: 'text', attribute, label: attribute })), ...parts] }
}

describe('the guide for authors', () => {
  it('has an example of each type and of each setting', () => {
    expect(types.filter(({ node }) => node === undefined).map(({ type }) => type)).toEqual([])
    const lacking = [...types, formEntry()].flatMap(({ type, settings }) =>
      settings.filter(({ example }) => example === undefined).map(({ key }) => `${type}.${key}`),
    )
    expect(lacking).toEqual([])
  })

  it('has a sentence for each setting of a type', () => {
    expect(types.flatMap(({ type, settings }) => settings.filter(({ help }) => !help).map(({ key }) => `${type}.${key}`))).toEqual([])
  })

  it('says what each function does, in words that can be translated', () => {
    const said = functionReference.map(({ name }) => [name, i18n._(functionWords[name])])
    expect(said).toEqual(functionReference.map(({ name, description }) => [name, description]))
  })

  it('has an example of each function', () => {
    expect(functionReference.filter(({ examples: own }) => own.length === 0)).toEqual([])
  })

  it('each example of a setting is accepted in a form file', () => {
    const wrong: string[] = []
    for (const { type, settings, node } of types) {
      for (const { key, isNeeded, example = '' } of settings) {
        // The small form of the type is checked as a whole elsewhere.
        if (isNeeded || key === 'attribute') continue
        const own = JSON.parse(`{${example}}`) as Raw
        const around = forms.find((form) => JSON.stringify(form['children']).includes(JSON.stringify(node)))
        const text = JSON.stringify(around?.['children'] ?? []).replace(
          JSON.stringify(node),
          JSON.stringify({ ...node, ...besides[key], ...besides[`${type}.${key}`], ...own }),
        )
        const checked = checkSettings({
          ...around,
          optionSets: { ...sets, ...(around?.['optionSets'] as Raw | undefined) },
          children: JSON.parse(text) as unknown,
        })
        if (!checked.ok) wrong.push(`${type}.${key}: ${checked.problems.map(({ path, message }) => `${path} ${message}`).join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('each part of a chapter and of a wish is accepted in a form file', () => {
    const parts = [
      ...guideChapters.flatMap(({ parts: own }) => own.flatMap((part) => ('code' in part ? [part.code] : []))),
      ...guideWishes.map(({ code }) => code),
    ]
    for (const part of parts) {
      const checked = checkSettings(formOf(JSON.parse(part)))
      expect([part, checked.ok ? [] : checked.problems]).toEqual([part, []])
    }
  })

  it('has a list with a form that the checker has nothing to say about', () => {
    const { list, findings } = listOfTable(readTable(Buffer.from(listExample['lists/machines.csv'])))
    expect(findings).toEqual([])
    const lists = new Map([['machines', list?.columns ?? []]])
    expect(checkFormFile(listExample['machine-check.form.json'], () => [], { key: 'machine-check', lists }).findings).toEqual([])
  })

  it('shows the record of each question', () => {
    const asked = types.filter(({ settings }) => settings.some(({ key, isNeeded }) => key === 'attribute' && isNeeded))
    expect(asked.filter(({ record }) => !record).map(({ type }) => type)).toEqual([])
  })

  it('is in docs/forms as it is in the app', () => {
    const folder = join(import.meta.dirname, '../../../../docs/forms')
    const pages = guidePages({
      chapters: guideChapters,
      wishes: guideWishes,
      form: formEntry(),
      types,
      functions: functionReference,
      templates,
      mistakes: authorMistakes.map((mistake) => ({ ...mistake, message: messagesFor(mistake)[0] ?? '' })),
    })
    for (const [name, text] of Object.entries(pages)) {
      const file = join(folder, name)
      if (process.env['PRINT']) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      expect([name, readFileSync(file, 'utf8')]).toEqual([name, text])
    }
  })
})
