import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The modules that this one imports, itself included; not those that are loaded later together with their texts. */
function importedBy(start: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const code = read(file).replaceAll(/with(?:Lazy)?Texts\(\(\) => import\('[^']+'\)/g, '')
    for (const [, atStart, inCode] of code.matchAll(
      /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    )) {
      const from = atStart ?? inCode ?? ''
      if (/\.tsx?$/.test(from)) visit(path.posix.join(path.posix.dirname(file), from))
    }
  }
  visit(start)
  return found
}

interface Entry {
  /** The context and the words. */
  readonly text: string
  readonly files: readonly string[]
}

const entries = (catalogue: string): Entry[] =>
  read(`locales/en/${catalogue}.po`)
    .split('\n\n')
    .slice(1)
    .map((entry) => ({
      text: entry.slice(entry.search(/^msg(?:ctxt|id)/m), entry.search(/^msgstr/m)),
      files: [...entry.matchAll(/^#: (.+)$/gm)].flatMap(([, files = '']) => files.split(' ')),
    }))

it('the pages of a sign-in find all their texts in the catalogues that they load', () => {
  const modules = importedBy('src/app/routes/Login.tsx')
  const loaded = new Set([...entries('first'), ...entries('sign-in')].map(({ text }) => text))
  const missing = entries('later').filter(({ text, files }) => files.some((file) => modules.has(file)) && !loaded.has(text))
  expect([modules.has('src/features/sign-in/PinForm.tsx'), modules.size > 50, loaded.size > 400]).toEqual([true, true, true])
  expect(missing, 'add these modules to signIn in lingui.config.ts').toEqual([])
})
