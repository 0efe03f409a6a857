import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

/** The folders of the product's code. */
export const rooms = ['contract', 'src', 'sw', 'server']

/** Words that leave it open who does what (CONTRIBUTING.md, "Words"). */
const vagueWords = /\b(?:whoever|whatever|nobody|somebody|anew|nought|stands|told|whose|lies|therein|hears|heard)\b/gi

const isInRoom = (file) => rooms.some((room) => file.startsWith(`${room}/`))
const isCode = (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')
export const isTest = (file) => /\.(?:test|bench)\.tsx?$|\.form\.tsx?$/.test(file)

const isTypeOnly = ({ importKind, specifiers = [] }) =>
  importKind === 'type' || (specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === 'type'))

/** Imports and re-exports that remain at run time: paths of the project, or package names. */
function valueImports(file, program) {
  const sources = program.body.flatMap((entry) => {
    if (entry.type === 'ImportDeclaration') return isTypeOnly(entry) ? [] : [entry.source.value]
    const isReExport = (entry.type === 'ExportNamedDeclaration' || entry.type === 'ExportAllDeclaration') && entry.source
    return isReExport && entry.exportKind !== 'type' ? [entry.source.value] : []
  })
  return sources.map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name))
}

/** The folders of server/domain that reach themselves through value imports. */
function foldersOnCycle(parsed) {
  const folderOf = (file) => /^server\/domain\/([^/]+)\//.exec(file)?.[1]
  const edges = new Map()
  for (const [file, { program }] of parsed) {
    const from = folderOf(file)
    if (from === undefined) continue
    const targets = valueImports(file, program).map(folderOf)
    const others = targets.filter((to) => to !== undefined && to !== from)
    edges.set(from, new Set([...(edges.get(from) ?? []), ...others]))
  }
  const reachesItself = (folder) => {
    const seen = new Set()
    const open = [folder]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const next of edges.get(at) ?? []) {
        if (next === folder) return true
        if (!seen.has(next)) open.push(next)
        seen.add(next)
      }
    return false
  }
  return [...edges.keys()].filter(reachesItself)
}

function filesPerFolder(files) {
  const counts = new Map()
  for (const file of files) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}

function exportedNames(program) {
  return program.body.flatMap((entry) => {
    if (entry.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers = [] } = entry
    const names = specifiers.map(({ exported }) => exported.name)
    if (declaration?.id) names.push(declaration.id.name)
    for (const { id } of declaration?.declarations ?? []) if (id.type === 'Identifier') names.push(id.name)
    return names
  })
}

const nameOfFile = (file) =>
  path.posix
    .basename(file)
    .replace(/\..*$/, '')
    .replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase())
    .toLowerCase()

/** Files with exports, and those of them that are named after none. `index` and `main` are named after their folder. */
function filesByName(parsed) {
  const exporting = []
  const misnamed = []
  for (const [file, { program }] of parsed) {
    const names = exportedNames(program)
    if (names.length === 0 || /\/(?:index|main)\.tsx?$/.test(file)) continue
    exporting.push(file)
    if (!names.some((name) => name.toLowerCase() === nameOfFile(file))) misnamed.push(file)
  }
  return { exporting, misnamed }
}

function vagueWordsOf(texts) {
  let words = 0
  const perFile = []
  for (const [file, text] of texts) {
    words += text.match(/[A-Za-z’']+/g)?.length ?? 0
    const found = text.match(vagueWords)?.length ?? 0
    if (found > 0) perFile.push([file, found])
  }
  perFile.sort(([, one], [, other]) => other - one)
  return { perFile, rate: words === 0 ? 0 : (sum(perFile) / words) * 10_000 }
}

/** Test files, the browser tests, and helpers that declare tests. */
const titledFile = /\.(?:test|spec)\.tsx?$|^(?:tests|e2e)\//
const titled = new Set(['it', 'test', 'describe'])

/** The name that a call begins with: `it` for `it(…)`, `it.skip(…)`, `it.each(…)(…)`. */
function calledName({ callee, tag, object, name }) {
  const inner = callee ?? tag ?? object
  return inner ? calledName(inner) : name
}

/** Titles of tests and of their groups that use a vague word: `file: title`. */
function vagueTitles(files) {
  const found = []
  for (const [file, text] of files) {
    const check = (node) => {
      const [title] = node.arguments
      if (!title || !titled.has(calledName(node))) return
      const words = title.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked).join('…') : title.value
      if (typeof words === 'string' && words.match(vagueWords)) found.push(`${file}: ${words}`)
    }
    new Visitor({ CallExpression: check }).visit(parseSync(file, text).program)
  }
  return found
}

/** Classes that a library gives to the elements it draws: pdf.js to its text layer and to its XFA forms. */
const foreignClasses = /^(?:textLayer|markedContent|xfa[A-Z]\w*)$/

/** Classes of sheets that are no modules: every screen sees them. With the sheet that defines each. */
function globalClasses(files) {
  const classes = new Map()
  for (const [file, text] of files) {
    if (!file.startsWith('src/') || !file.endsWith('.css') || file.endsWith('.module.css')) continue
    const rules = text.replace(/\/\*[^]*?\*\//g, '')
    for (const [, name] of rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)) if (!foreignClasses.test(name)) classes.set(name, file)
  }
  return classes
}

const sum = (counted) => counted.reduce((total, [, count]) => total + count, 0)
const inOneLine = ([file, count]) => `${file} ${count}`
const round = (value) => Math.round(value * 10) / 10

/**
 * Measures of the source: each with its value, the bound that is asked for (`most` or `least`) and where to look first. `files` are pairs of a path
 * from the root (with `/`) and its text; `dependencies` are names of packages.
 */
export function houseMeasures(files, dependencies) {
  const source = files.filter(([file]) => isInRoom(file) && isCode(file) && !isTest(file))
  const parsed = source.map(([file, text]) => [file, parseSync(file, text)])
  const cycle = foldersOnCycle(parsed)
  const folders = filesPerFolder(files.map(([file]) => file).filter(isInRoom))
  const { exporting, misnamed } = filesByName(parsed)
  const comments = parsed.map(([file, { comments: found }]) => [file, found.map(({ value }) => value).join('\n')])
  const vague = vagueWordsOf([...comments, ...files.filter(([file]) => file.endsWith('.md') && !file.startsWith('bench/'))])
  const titles = vagueTitles(files.filter(([file]) => isCode(file) && titledFile.test(file)))
  const classes = globalClasses(files)
  const casts = source
    .filter(([file]) => file.startsWith('server/') && !file.startsWith('server/storage/'))
    .map(([file, text]) => [file, text.match(/\brows</g)?.length ?? 0])
    .filter(([, count]) => count > 0)
  const importers = files.filter(([file]) => /\.(?:tsx?|mjs|css|html)$/.test(file)).map(([, text]) => text)
  const isImported = (name) => {
    const specifier = new RegExp(`['"(]${name.replaceAll('/', '\\/')}(?:/[^'"]*)?['")]`)
    return importers.some((text) => specifier.test(text))
  }
  const unused = dependencies.filter((name) => !isImported(name))
  return [
    { name: 'folders of server/domain on an import cycle', value: cycle.length, most: 0, where: cycle },
    {
      name: 'files in the largest flat folder',
      value: folders[0]?.[1] ?? 0,
      most: 40,
      where: folders.filter(([, count]) => count > 40).map(inOneLine),
    },
    {
      name: 'files named after an export, %',
      value: exporting.length === 0 ? 100 : round((1 - misnamed.length / exporting.length) * 100),
      least: 95,
      where: misnamed,
    },
    { name: 'vague words in 10,000 of comments and documents', value: round(vague.rate), most: 10, where: vague.perFile.map(inOneLine) },
    { name: 'test titles with vague words', value: titles.length, most: 0, where: titles },
    { name: 'global classes', value: classes.size, most: 0, where: [...new Set(classes.values())] },
    { name: 'unchecked row casts outside storage', value: sum(casts), most: 0, where: casts.map(inOneLine) },
    { name: 'dependencies without an import', value: unused.length, most: 0, where: unused },
  ]
}
