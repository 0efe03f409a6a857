import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'vite'

/** The part of the syntax tree that imports and class names consist of. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const source = path.resolve(import.meta.dirname, '../src')
const isModule = (id: string) => id.split('?')[0]?.endsWith('.module.css') === true

/** A name that code can write after `styles.`, and that has no dash. */
const local = /^[a-z][a-zA-Z0-9]*$/

/**
 * The class in the page: `bar` of `video.module.css` is `m-video-bar`, and `video` of the same sheet is `m-video`.
 * Names of modules are unique in the app, and locals have no dash, so that no two classes get one name.
 */
export function classNameOf(file: string, name: string): string {
  const sheet = path.basename(file.split('?')[0] ?? '', '.module.css')
  return name === sheet ? `m-${sheet}` : `m-${sheet}-${name}`
}

/** The classes of a sheet, without `m-`: what code writes after `styles.`. */
export function localsOf(css: string): Set<string> {
  const rules = css.replace(/\/\*[^]*?\*\//g, '').replace(/"[^"]*"/g, '""')
  return new Set([...rules.matchAll(/\.([a-zA-Z_][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name))
}

/** All modules of the app, sorted: the file and its text. */
export const modulesOf = (folder = source): (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isModule)
    .sort()
    .map((name) => path.join(folder, name))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)

/**
 * The types of all modules, for `src/styles.d.ts`: a class that no module has is a type error. Fails where two
 * modules have one name, where a class is no name of a constant, and where a selector has an id (it would be renamed).
 */
export function classTypes(modules: readonly (readonly [string, string])[]): string {
  const seen = new Map<string, string>()
  const declared = modules.map(([file, css]) => {
    const name = path.basename(file)
    const other = seen.get(name)
    if (other !== undefined) throw new Error(`${file}: ${other} has the same name, so their classes would be the same`)
    seen.set(name, file)
    const locals = [...localsOf(css)].sort()
    if (/#[a-zA-Z][\w-]*(?=[^{};]*\{)/.test(css.replace(/\/\*[^]*?\*\//g, '')))
      throw new Error(`${file}: an id is no class of a module; find the element by an attribute`)
    for (const one of locals) if (!local.test(one)) throw new Error(`${file}: call the class .${one} in camel case`)
    return `declare module '.*/${name}' {\n${locals.map((one) => `  export const ${one}: string\n`).join('')}}\n`
  })
  return `// Written by \`npm run styles\` from the sheets; do not edit.\n${declared.join('\n')}`
}

/**
 * Returns the code with class names instead of `styles.bar`, so that a class costs as many bytes as if it were
 * written by hand, and no work at run time. Lines stay the same, so no source map is needed. Refuses, with its
 * location, a class that the sheet does not have, and a module that is used as a value.
 */
export function inlineClassNames(code: string, file: string, read: (sheet: string) => string): string {
  const program = parseAst(code, { lang: 'tsx' }) as unknown as Node & { body: Node[] }
  const sheets = new Map<string, { file: string; locals: ReadonlySet<string> }>()
  const edits: Edit[] = []
  const fail = (at: Node, message: string): never => {
    throw new Error(`${file}:${code.slice(0, at.start).split('\n').length}: ${message}`)
  }
  for (const statement of program.body) {
    const specifiers = statement.type === 'ImportDeclaration' ? (statement['specifiers'] as Node[]) : []
    const from = statement.type === 'ImportDeclaration' ? String((statement['source'] as Node)['value']) : ''
    if (!isModule(from) || specifiers.length === 0) continue
    const [specifier] = specifiers
    if (specifiers.length > 1 || specifier?.type !== 'ImportNamespaceSpecifier')
      return fail(statement, `import classes as \`import * as styles from '${from}'\``)
    const sheet = path.join(path.dirname(file), from)
    sheets.set(String((specifier['local'] as Node)['name']), { file: sheet, locals: localsOf(read(sheet)) })
    edits.push({ start: statement.start, end: statement.end, text: `import '${from}'` })
  }
  if (sheets.size === 0) return code

  /** The class name of `styles.bar`, or undefined for any other expression. */
  const nameOf = (node: Node): string | undefined => {
    const object = node.type === 'MemberExpression' ? (node['object'] as Node) : undefined
    const sheet = object?.type === 'Identifier' ? sheets.get(String(object['name'])) : undefined
    if (!sheet || !object) return undefined
    const name = String((node['property'] as Node)['name'])
    if (node['computed']) return fail(node, `write out the class after \`${String(object['name'])}.\``)
    if (!sheet.locals.has(name)) return fail(node, `${path.basename(sheet.file)} has no class .${name}`)
    return classNameOf(sheet.file, name)
  }
  /** A template of class names only is one string. */
  const textOf = (node: Node): string | undefined => {
    const expressions = node.type === 'TemplateLiteral' ? (node['expressions'] as Node[]) : []
    const names = expressions.map(nameOf)
    if (names.length === 0 || names.includes(undefined)) return undefined
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }, n) => value.cooked + (names[n] ?? '')).join('')
  }
  const visit = (node: unknown, key = ''): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one))
    if (typeof node !== 'object' || node === null) return
    const one = node as Node
    if (one.type === 'ImportDeclaration') return
    const text = nameOf(one) ?? textOf(one)
    if (text !== undefined) {
      const lines = '\n'.repeat(code.slice(one.start, one.end).split('\n').length - 1)
      edits.push({ start: one.start, end: one.end, text: JSON.stringify(text) + lines })
      return
    }
    if (one.type === 'Identifier' && sheets.has(String(one['name'])) && key !== 'property' && key !== 'key')
      fail(one, `\`${String(one['name'])}\` is no value: write out the class after it`)
    for (const [part, child] of Object.entries(one)) {
      const isName = (part === 'property' || part === 'key') && !one['computed']
      if (!isName) visit(child, part)
    }
  }
  visit(program.body)
  let out = code
  for (const { start, end, text } of edits.sort((one, other) => other.start - one.start)) out = out.slice(0, start) + text + out.slice(end)
  return out
}

/**
 * CSS modules with names that a person and a test can read (classNameOf), and with their names written into the
 * code. The sheets themselves are Vite's CSS modules.
 */
export function classNames(): Plugin[] {
  return [
    {
      name: 'class-names',
      enforce: 'pre',
      config: () => ({ css: { modules: { generateScopedName: (name: string, file: string) => classNameOf(file, name) } } }),
      transform(code, id) {
        const [file = ''] = id.split('?')
        if (!/\.tsx?$/.test(file) || !code.includes('.module.css')) return undefined
        const read = (sheet: string) => {
          this.addWatchFile(sheet)
          return readFileSync(sheet, 'utf8')
        }
        return { code: inlineClassNames(code, file, read), map: null }
      },
    },
    {
      name: 'class-names-sheets',
      apply: 'build',
      enforce: 'post',
      // Vite drops a sheet whose names no code imports; the names are in the code already.
      transform: (_, id) => (isModule(id) ? { code: '', map: null, moduleSideEffects: 'no-treeshake' as const } : undefined),
    },
  ]
}
