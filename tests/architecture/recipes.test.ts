import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldShapes } from '../../contract/forms/fieldShapes.ts'
import { languages } from '../../contract/reference/languages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const at = (...parts: string[]) => path.join(root, ...parts)
const read = (...parts: string[]) => readFileSync(at(...parts), 'utf8')
const folders = (folder: string) =>
  readdirSync(at(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const files = (folder: string): string[] =>
  readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
  )

describe('a field type', () => {
  const families = folders('src/fields')
  const list = read('src/fields/index.ts')

  it.each(families)('%s has its rules, a test, a small form and a definition', (family) => {
    const names = readdirSync(at('src/fields', family))
    expect(names).toEqual(expect.arrayContaining(['rules.ts', 'index.ts']))
    expect(names.filter((name) => /\.test\.tsx?$/.test(name))).not.toEqual([])
    expect(names.filter((name) => name.endsWith('.form.json'))).not.toEqual([])
    expect(names.filter((name) => name.endsWith('Field.tsx'))).not.toEqual([])
    expect(read('src/fields', family, 'index.ts')).toContain('defineField')
  })

  it('is imported by one line of the list', () => {
    for (const family of families) expect(list.split('\n').filter((line) => line.includes(`'./${family}/index.ts'`))).toHaveLength(1)
  })

  it('shows every type of the contract in a small form of its folder', () => {
    const shown = new Set(
      families.flatMap((family) =>
        readdirSync(at('src/fields', family))
          .filter((name) => name.endsWith('.form.json'))
          .flatMap((name) => [...read('src/fields', family, name).matchAll(/"type":\s*"([\w -]+)"/g)].map(([, type]) => type)),
      ),
    )
    expect(Object.keys(fieldShapes).filter((type) => !shown.has(type))).toEqual([])
  })
})

describe('a screen', () => {
  it.each(files('src/features').filter((file) => file.endsWith('Screen.tsx')))(
    '%s is reached from an address or named by the server',
    (file) => {
      const app = files('src/app').filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      const area = path.posix.relative('src', file)
      const siblings = files(path.dirname(file)).filter((name) => name !== file && /\.tsx?$/.test(name))
      const named = [
        ...app.map((name) => read(name).includes(area)),
        ...siblings.map((name) => read(name).includes(`/${path.basename(file)}`)),
      ]
      expect(named).toContain(true)
    },
  )
})

/** The queued variants of calls that are served under another name (postAction, patchAction). */
const sameAddress = ['queuedPost', 'queuedPatch']

describe('a call', () => {
  const endpoints = files('contract')
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .flatMap((name) => [...read(name).matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, endpoint]) => endpoint ?? ''))
  const routes = files('server/routes')
    .filter((name) => !name.includes('.test.'))
    .map((name) => read(name))
    .join('\n')

  it('is declared once and served by a route', () => {
    expect(endpoints).not.toEqual([])
    expect(new Set(endpoints).size).toBe(endpoints.length)
    const own = endpoints.filter((endpoint) => !sameAddress.includes(endpoint))
    expect(own.filter((endpoint) => !new RegExp(`\\b${endpoint}\\b`).test(routes))).toEqual([])
  })
})

describe('a language', () => {
  it.each(Object.keys(languages))('%s has a catalogue and is extracted', (code) => {
    for (const folder of ['src/locales', 'src/locales/later', 'server/locales'])
      expect(existsSync(at(folder, `${code}.po`)), folder).toBe(true)
    expect(read('lingui.config.ts')).toContain(`'${code}'`)
  })
})

describe('a migration of the server', () => {
  it('stands in the list, in order', () => {
    const names = readdirSync(at('server/storage/migrations')).filter((name) => /^\d{4}-/.test(name))
    const listed = [...read('server/storage/migrations/migrations.ts').matchAll(/from '\.\/(\d{4}-[^']+)'/g)].map(([, name]) => name)
    expect(listed).toEqual(names)
  })
})

describe('the commands', () => {
  it('of package.json run scripts that are there, and those of CONTRIBUTING.md are in package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const command of Object.values(scripts))
      for (const [, file] of command.matchAll(/^node (\S+)/g)) expect(existsSync(at(file ?? ''))).toBe(true)
    for (const [, name] of read('CONTRIBUTING.md').matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name)
  })
})

/** Converts a glob to a regular expression; supports only the signs in the vitest projects. */
const asExpression = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll('.', '\\.')
      .replaceAll('**/', '§')
      .replaceAll('*', '[^/]*')
      .replaceAll('§', '(?:.+/)?')
      .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
  )

describe('a test', () => {
  const tests = ['src', 'contract', 'server', 'tests', 'e2e/harness'].flatMap(files).filter((file) => /\.test\.tsx?$/.test(file))

  it('is in one project of vitest, so that none is never run and none runs twice', () => {
    const projects = [...read('vitest.config.ts').matchAll(/include: \[([^\]]+)\]/g)].map(([, list = '']) =>
      [...list.matchAll(/'([^']+)'/g)].map(([, pattern = '']) => pattern),
    )
    const homes = (file: string) => projects.filter((patterns) => patterns.some((pattern) => asExpression(pattern).test(file)))
    expect(projects).toHaveLength(3)
    expect(tests.length).toBeGreaterThan(150)
    expect(tests.filter((file) => homes(file.replaceAll(path.sep, '/')).length !== 1)).toEqual([])
  })
})
