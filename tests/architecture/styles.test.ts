import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { classNameOf, classTypes, localsOf, modulesOf } from '../../scripts/class-names.ts'
import { kitSheet } from '../../scripts/kit-styles.ts'

const root = path.resolve(import.meta.dirname, '../..')
const filesUnder = (folder: string, kind: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/node_modules|\.work|^peers/.test(name))
    .map((name) => path.join(root, folder, name))
const modules = modulesOf()
const isTest = (file: string) => /\.(?:test|bench)\.tsx?$/.test(file)
const screens = filesUnder('src', /\.tsx?$/).filter((file) => !isTest(file) && !file.endsWith('.d.ts'))

it('src/styles.d.ts has the types of the sheets as they are: npm run styles', () => {
  expect(readFileSync(path.join(root, 'src/styles.d.ts'), 'utf8')).toBe(classTypes(modules))
})

it('code uses every class that a module has', () => {
  const used = new Map(modules.map(([file]) => [file, new Set<string>()]))
  for (const file of screens) {
    const code = readFileSync(file, 'utf8')
    for (const [, binding = '', from = ''] of code.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)'$/gm))
      for (const [, name = ''] of code.matchAll(new RegExp(`\\b${binding}\\.(\\w+)`, 'g')))
        used.get(path.join(path.dirname(file), from))?.add(name)
  }
  const unused = modules.flatMap(([file, css]) =>
    [...localsOf(css)].filter((name) => !used.get(file)?.has(name)).map((name) => `${file}: .${name}`),
  )
  expect(modules.length).toBeGreaterThan(20)
  expect(unused).toEqual([])
})

it('a module has no class for every screen', () => {
  expect(modules.filter(([, css]) => css.includes(':global')).map(([file]) => file)).toEqual([])
})

it('tests, benches and documents name only classes that the app has', () => {
  const known = new Set(modules.flatMap(([file, css]) => [...localsOf(css)].map((name) => classNameOf(file, name))))
  for (const [, name = ''] of kitSheet().matchAll(/^\.(m-[\w-]+) \{/gm)) known.add(name)
  const readers = [
    ...filesUnder('src', /\.test\.tsx?$/),
    ...filesUnder('tests', /\.tsx?$/).filter((file) => !/[/\\](?:class-names|lint|house)\.test\.ts$/.test(file)),
    ...['e2e', 'bench', 'scripts'].flatMap((folder) => filesUnder(folder, /\.(?:tsx?|m?js)$/)),
    ...filesUnder('docs', /\.md$/),
  ]
  const unknown = readers.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w)-])\.(m-[a-zA-Z][\w-]*)/g)]
      .filter(([, name = '']) => !known.has(name))
      .map(([, name]) => `${path.relative(root, file)}: ${name}`),
  )
  expect(readers.length).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})
