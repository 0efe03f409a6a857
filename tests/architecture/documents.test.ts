import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MAY_IMPORT, PDF } from '../../lint/architecture.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Folders whose paths documents may name. */
const known = ['contract', 'src', 'server', 'sw', 'tests', 'e2e', 'scripts', 'docs', 'lint', 'bench']
/** Not in the repository: made by a run, or installed. */
const ignored = read('.gitignore').split('\n').filter(Boolean)
const isIgnored = (file: string) => file.includes('node_modules') || ignored.some((name) => file === name || file.startsWith(`${name}/`))

const filesUnder = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (isIgnored(file)) return []
    return entry.isDirectory() ? filesUnder(file) : [file]
  })

const all = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...known.flatMap(filesUnder),
]
const documents = all.filter((file) => file.endsWith('.md'))
const code = all.filter((file) => /\.(?:tsx?|mjs)$/.test(file))

const withoutBlocks = (text: string) => text.replace(/^```[^]*?^```/gm, '')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
/** The anchor of a heading, as the usual hosts of Git repositories make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (file: string) => found(withoutBlocks(read(file)), /^#+ (.+)$/gm).map(anchorOf)

/** The numbered headings of a document, and the numbered items below them: `3.11`, `0.4`. */
function sectionsOf(file: string): Set<string> {
  const sections = new Set<string>()
  let section = ''
  for (const line of withoutBlocks(read(file)).split('\n')) {
    const heading = /^#+ (\d+(?:\.\d+)*)/.exec(line)?.[1]
    const item = /^(\d+)\. /.exec(line)?.[1]
    if (heading) sections.add((section = heading))
    else if (item && section) sections.add(`${section}.${item}`)
  }
  return sections
}

it('every relative link of a document leads to a file and to a heading that exist', () => {
  const broken = documents.flatMap((document) => {
    const text = withoutBlocks(read(document))
    const links = [...found(text, /\]\(([^)\s]+)\)/g), ...found(text, /^\[[^\]]+\]: (\S+)$/gm)]
    return links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [name = '', anchor] = link.split('#')
        const target = name === '' ? document : path.posix.join(path.posix.dirname(document), name)
        if (!existsSync(path.join(root, target))) return true
        return anchor !== undefined && !anchorsOf(target).includes(anchor)
      })
      .map((link) => `${document}: ${link}`)
  })
  expect(documents.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

it('every path of the project that a document names exists', () => {
  const pathPattern = new RegExp(`\`((?:${known.join('|')})/[^\`\\s]*)\``, 'g')
  const broken = documents.flatMap((document) =>
    found(read(document), pathPattern)
      // A placeholder has no file; of a pattern the folder before it has to exist.
      .filter((name) => !/[<{…]|NNN/.test(name) && !isIgnored(name))
      .map((name) => name.replace(/[^/]*\*.*$/, ''))
      .filter((name) => !existsSync(path.join(root, name)))
      .map((name) => `${document}: ${name}`),
  )
  expect(broken).toEqual([])
})

it('every document and every section that a comment cites exists', () => {
  const broken = [...code, ...documents].flatMap((file) => {
    const text = read(file)
    const sections = [...text.matchAll(/([\w-]+\.md) §(\d+(?:\.\d+)*)/g)]
      .filter(([, name = '', section = '']) => !existsSync(path.join(root, 'docs', name)) || !sectionsOf(`docs/${name}`).has(section))
      .map(([cited]) => cited)
    const missing = code.includes(file) ? found(text, /\b(docs\/[\w/-]+\.md)\b/g).filter((name) => !existsSync(path.join(root, name))) : []
    return [...sections, ...missing].map((cited) => `${file}: ${cited}`)
  })
  expect(broken).toEqual([])
})

/** Files of the example in CONTRIBUTING.md, which a reader makes. */
const examples = new Set(['RatingField.tsx', 'Screen.tsx'])

it('every file that a comment or a document names by its name, or by the end of its path, exists', () => {
  const names = new Set(all.flatMap((file) => file.split('/').map((_, from, parts) => parts.slice(from).join('/'))))
  const isComment = (line: string) => /^\s*(?:\*|\/\/|\/\*)/.test(line)
  const missing = [...code, ...documents].flatMap((file) => {
    const lines = read(file).split('\n')
    const text = (documents.includes(file) ? lines : lines.filter(isComment)).join('\n')
    return found(text, /(?<![\w./*-])((?:[\w-]+\/)*[a-zA-Z][\w-]*\.tsx?)\b/g)
      .filter((name) => !names.has(name) && !examples.has(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

/** The full names of what a line of the table in ARCHITECTURE.md lists: `lib, store` are folders beside the one that may import them. */
function placesOf(importer: string, list: string): string[] {
  const side = importer.startsWith('server') ? 'server' : 'src'
  return list.split(', ').flatMap((name) => {
    if (name === 'nothing') return []
    if (name.startsWith('the public files of')) return PDF
    const whole = name.replace('all of ', '')
    return /^(?:contract|src|server|locales)(?:\/|$)/.test(whole) ? whole : `${side}/${whole}`
  })
}

it('ARCHITECTURE.md shows the import rules that the lint checks', () => {
  const table = found(read('ARCHITECTURE.md'), /^```\n(contract, [^]*?)^```/gm)[0] ?? ''
  const shown = table
    .replaceAll(/,\n +/g, ', ')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [importers = '', list = ''] = line.split(/ {2,}/)
      return importers.split(', ').map((importer) => [importer, placesOf(importer, list).sort()])
    })
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(Object.entries(MAY_IMPORT).map(([importer, list]) => [importer, [...list].sort()])),
  )
})
