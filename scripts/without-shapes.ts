import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'vite'

/** The part of the syntax tree that declarations of calls consist of. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

/** Form settings are also validated on the device (playground): the shapes of forms keep the real zod. */
const declaresCalls = /\/contract\/(?!forms\/)(?:[\w-]+\/)*[\w-]+\.ts$/

/** The parts of a declared call that only the server reads. */
const shapesOfCall = new Set(['params', 'query', 'body', 'answer'])

const stub = '\0shapes'

/**
 * Contract modules that only declare calls run without zod on the device: the server validates all input, so
 * the first paint loads neither the validator nor the shapes. The plugin removes the shapes from declared calls
 * and replaces all others by one stub, which throws when code reads it. Then it removes the imports that only
 * shapes needed, because a screen would load these modules too, and marks the calls as pure: the bundler drops
 * those that no code of the device uses.
 */
export function withoutShapes(): Plugin {
  return {
    name: 'without-shapes',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) => (source === 'zod/mini' && importer && declaresCalls.test(importer) ? stub : undefined),
    load: (id) =>
      id === stub
        ? [
            "const refuse = () => { throw new Error('The device does not check shapes') }",
            'export const shape = /* @__PURE__ */ new Proxy(refuse, { get: refuse })',
          ].join('\n')
        : undefined,
    transform: (code, id) => (declaresCalls.test(id) && usesZod(code) ? { code: cutShapes(code), map: null } : undefined),
  }
}

const usesZod = (code: string) => code.includes("import * as z from 'zod/mini'")

/** Returns the module without its shapes. Line numbers stay the same, so no source map is needed. */
export function cutShapes(code: string): string {
  const cuts: { start: number; end: number; text: string }[] = []
  const imports: Node[] = []
  const used = new Set<string>()
  const cut = (start: number, end: number, text: string) => cuts.push({ start, end, text })
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') imports.push(node)
    else if (isOfZod(node)) {
      cut(node.start, node.end, 'z.shape')
      used.add('z')
    } else if (node.type === 'CallExpression' && nameOf(node['callee']) === 'endpoint') visitCall(node)
    else if (node.type === 'Identifier') used.add(nameOf(node))
    else if (!isType(node)) for (const child of childrenOf(node)) visit(child)
  }
  const visitCall = ({ start, ...call }: Node): void => {
    const [declaration] = call['arguments'] as Node[]
    cut(start, start, '/* @__PURE__ */ ')
    used.add('endpoint')
    const parts = childrenOf(declaration)
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]?.start ?? Number(declaration?.end) - 1
      if (shapesOfCall.has(nameOf(part['key']))) cut(part.start, next, '')
      else visit(part)
    }
  }
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node)
  for (const { start, end, ...parts } of imports) {
    const names = (parts['specifiers'] as Node[]).map(({ local }) => nameOf(local))
    if (names.length > 0 && !names.some((name) => used.has(name))) cut(start, end, '')
  }
  // From the end, so that the places of the others stay right.
  cuts.sort((a, b) => b.start - a.start)
  const lines = (text: string) => '\n'.repeat(text.split('\n').length - 1)
  return cuts.reduce((out, { start, end, text }) => out.slice(0, start) + text + lines(out.slice(start, end)) + out.slice(end), code)
}

/** Whether the compiler erases a node, unlike the value in `value as Type`. */
const isType = ({ type }: Node) => type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull|Instantiation)Expression$/.test(type)

/** Whether an expression starts with `z.`, such as `z.string().check(z.minLength(1))`. */
function isOfZod(node: Node): boolean {
  if (node.type === 'CallExpression') return isOfZod(node['callee'] as Node)
  if (node.type !== 'MemberExpression') return false
  const object = node['object'] as Node
  return nameOf(object) === 'z' || isOfZod(object)
}

const nameOf = (node: unknown): string => String((node as Node | undefined)?.['name'])

const childrenOf = (node: Node | undefined): Node[] =>
  Object.values(node ?? {})
    .flat()
    .filter((part): part is Node => typeof (part as Node | null)?.type === 'string')
