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
 * and replaces all others by one stub, which throws when code reads it.
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
  let out = ''
  let done = 0
  const replace = (start: number, end: number, text: string) => {
    out += code.slice(done, start) + text + '\n'.repeat(code.slice(start, end).split('\n').length - 1)
    done = end
  }
  const visit = (node: Node): void => {
    if (isOfZod(node)) replace(node.start, node.end, 'z.shape')
    else if (node.type === 'CallExpression' && nameOf(node['callee']) === 'endpoint') visitCall((node['arguments'] as Node[])[0])
    else for (const child of childrenOf(node)) visit(child)
  }
  const visitCall = (declaration: Node | undefined): void => {
    const parts = childrenOf(declaration)
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]?.start ?? Number(declaration?.end) - 1
      if (shapesOfCall.has(nameOf(part['key']))) replace(part.start, next, '')
      else visit(part)
    }
  }
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node)
  return out + code.slice(done)
}

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
