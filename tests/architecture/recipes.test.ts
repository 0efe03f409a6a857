import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldShapes } from '../../contract/forms/fieldShapes.ts'
import { languages } from '../../contract/reference/languages.ts'
import { type Recipe, recipes, translated } from './recipeSteps.ts'

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

/** The places that a recipe touches: a folder that it makes counts as one. */
const placesOf = ({ added, changed, folder }: Recipe) =>
  new Set([...Object.keys(added), ...Object.keys(changed)].map((file) => (folder && file.startsWith(`${folder}/`) ? folder : file)))

const parts = ['contract', 'lint', 'locales', 'public', 'scripts', 'server', 'src', 'sw', 'tests']
const settings = ['lingui.config.ts', 'package.json', 'tsconfig.base.json', 'vite.config.ts', 'vitest.config.ts', 'index.html']

/** `server/routes/<area>/` of a recipe: its files. `NNNN` is a number, `<name>` a name. */
const placeholder = (span: string) =>
  new RegExp(
    `^${span.replaceAll('.', '\\.').replace(/<\w+>/g, '[\\w-]+').replace('NNNN-title', '\\d{4}-[\\w-]+')}${span.endsWith('/') ? '' : '$'}`,
  )

/** A copy of the checkout in which the recipes are carried out. */
class Copy {
  readonly root = mkdtempSync(path.join(tmpdir(), 'muster-recipes-'))

  constructor() {
    for (const name of [...parts, ...settings]) cpSync(at(name), path.join(this.root, name), { recursive: true })
    symlinkSync(at('node_modules'), path.join(this.root, 'node_modules'))
  }

  private write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true })
    writeFileSync(path.join(this.root, file), text)
  }

  carryOut({ added, changed, shown }: Recipe): void {
    for (const [file, text] of Object.entries({ ...added, ...shown }))
      this.write(file, file.endsWith('.po') ? translated(read(text)) : text)
    for (const [file, insertions] of Object.entries(changed)) {
      const next = insertions.reduce(
        (text, [behind, insertion]) => {
          if (text.split(behind).length !== 2) throw new Error(`${file} has not exactly one ${JSON.stringify(behind)}`)
          return text.replace(behind, () => behind + insertion)
        },
        readFileSync(path.join(this.root, file), 'utf8'),
      )
      this.write(file, next)
    }
  }

  /** Runs a tool in the copy; fails with what it printed. */
  async run(tool: string, ...args: string[]): Promise<void> {
    const script = path.join(this.root, 'node_modules', tool)
    const done = promisify(execFile)(process.execPath, [script, ...args], { cwd: this.root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    await done.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${tool} ${args.join(' ')}\n${stdout}\n${stderr}`)
    })
  }

  /** The copy has its own notes of what is compiled: those of the checkout describe other files. */
  compile = (part: string) => this.run('typescript/bin/tsc', '-p', part, '--tsBuildInfoFile', `.compiled/${part}`)

  remove = () => rmSync(this.root, { recursive: true })
}

describe('the recipes of CONTRIBUTING.md', () => {
  const known = Object.entries(recipes) as [string, Recipe][]

  it.each(known)('%s touches few places, and the recipe names all of them', (name, recipe) => {
    expect([...placesOf(recipe)].length).toBeLessThanOrEqual(recipe.most)
    const [, section = ''] = read('CONTRIBUTING.md').split(`### How do I add ${name}?\n`)
    const named = [...(section.split('\n#')[0] ?? '').matchAll(/`([\w./<>-]+)`/g)].map(([, span = '']) => placeholder(span))
    const files = [...Object.keys(recipe.added), ...Object.keys(recipe.changed)]
    expect(files.filter((file) => !named.some((place) => place.test(file)))).toEqual([])
  })

  describe('carried out in a copy of the checkout', () => {
    let copy: Copy
    beforeAll(() => {
      copy = new Copy()
      for (const [, recipe] of known) copy.carryOut(recipe)
    })
    afterAll(() => copy.remove())

    it.each(['contract', 'server', 'src'])('compile in %s', (part) => copy.compile(part), 600_000)

    const tests = known.flatMap(([, { added, shown }]) => Object.keys({ ...added, ...shown })).filter((file) => file.includes('.test.'))
    it('work', () => copy.run('vitest/vitest.mjs', 'run', ...tests), 600_000)
  })
})

describe('a field type', () => {
  // Pages are a style of groups, which have no folder of their own.
  const families = folders('src/fields').filter((name) => name !== 'pages')
  const list = read('contract/forms/fieldSettings.ts')

  it.each(families)('%s has its rules, a test, a small form and a definition', (family) => {
    const names = readdirSync(at('src/fields', family))
    expect(names).toEqual(expect.arrayContaining(['settings.ts', 'rules.ts', 'index.ts']))
    expect(names.filter((name) => /\.test\.tsx?$/.test(name))).not.toEqual([])
    expect(names.filter((name) => name.endsWith('.form.json'))).not.toEqual([])
    expect(names.filter((name) => name.endsWith('Field.tsx'))).not.toEqual([])
    expect(read('src/fields', family, 'index.ts')).toContain('defineField')
    expect(read('src/fields', family, 'settings.ts')).toContain('defineSettings')
  })

  it('is imported by one line of the list', () => {
    for (const family of families)
      expect(list.split('\n').filter((line) => line.includes(`src/fields/${family}/settings.ts'`))).toHaveLength(1)
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

  it('is in a list of routes that the server serves', () => {
    const lists = [...routes.matchAll(/^export const (\w+Routes) =/gm)].map(([, list = '']) => list)
    const server = read('server/routes/httpServer.ts')
    expect(lists.length).toBeGreaterThan(20)
    const unserved = lists.filter((list) => !new RegExp(`\\.\\.\\.[^\\n]*\\b${list}\\b`).test(server))
    expect(unserved, 'add these lists to endpointRoutes in server/routes/httpServer.ts').toEqual([])
  })
})

describe('a language', () => {
  it.each(Object.keys(languages))('%s has its catalogues', (code) => {
    expect(readdirSync(at('locales', code)).toSorted()).toEqual(['first.po', 'later.po', 'server.po', 'sign-in.po'])
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
