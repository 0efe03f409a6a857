import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'vite'
import * as recipes from '../src/ui/theme/recipes.ts'
import { system } from '../src/ui/theme/system.ts'
import { classNames } from './class-names.ts'

/** A style as written in the code, with Chakra's names for tokens and conditions. */
type Style = Parameters<typeof system.css>[0]
/** A style as nested CSS. */
type Rules = { readonly [selector: string]: string | number | Rules }
interface Recipe {
  readonly className?: string
  readonly base?: Style
  readonly variants?: Record<string, Record<string, Style>>
  readonly defaultVariants?: Record<string, string | boolean>
}
/** The part of the syntax tree that style objects consist of. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const source = path.resolve(import.meta.dirname, '../src')
const sheet = path.join(source, 'ui/theme/kit.css')
const hasStyles = (code: string) => /\bchakra\(/.test(code) && !code.includes('export function chakra(')
const isStyled = (id: string) => id.endsWith('.tsx') && !id.includes('.test.')

/**
 * Chakra at build time: every `chakra('tag', { … })` becomes an element with classes, and
 * `src/ui/theme/kit.css` becomes the sheet with tokens, global styles and all classes. The device gets
 * neither Chakra nor Emotion. Styles must therefore be literals, constants of the same file or recipes of the
 * theme; anything else fails the build with its location.
 */
export const kitStyles = (): Plugin[] => [chakraStyles(), ...classNames()]

function chakraStyles(): Plugin {
  return {
    name: 'kit-styles',
    enforce: 'pre',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (file === sheet) {
        for (const styled of styledFiles()) this.addWatchFile(styled)
        return { code: `${code}\n${kitSheet()}`, map: null }
      }
      if (!file.startsWith(source) || !isStyled(file) || !hasStyles(code)) return undefined
      return { code: compile(code, file).code, map: null }
    },
  }
}

const styledFiles = () =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(source, name))
    .filter((file) => isStyled(file) && hasStyles(readFileSync(file, 'utf8')))
    .sort()

/** Returns the whole sheet: the rules of all pages, then the classes of all files, sorted by file name. */
export function kitSheet(): string {
  const classes = new Map<string, string>()
  for (const file of styledFiles())
    for (const [name, css] of compile(readFileSync(file, 'utf8'), file).classes) {
      if ((classes.get(name) ?? css) !== css)
        throw new Error(`${file}: the class ${name} is somebody else's already; give the element another name`)
      classes.set(name, css)
    }
  return [
    // A global rule has no parent element.
    ...system._global.map((rules) => print(rules as Rules).replace(/ ?&(?=.* \{$)/gm, '')),
    '@layer recipes {',
    ...classes.values(),
    '}',
  ].join('\n')
}

/**
 * Returns the file with classes instead of styles, and the CSS of each class. Line numbers stay the same, so
 * no source map is needed.
 */
export function compile(code: string, file: string): { code: string; classes: Map<string, string> } {
  const names = new Map<string, unknown>(Object.entries(recipes))
  const classes = new Map<string, string>()
  const edits: { start: number; end: number; text: string }[] = []
  const tail = createHash('sha256').update(path.relative(source, file)).digest('base64url').replace(/[-_]/g, '').slice(0, 4)

  const style = (node: Node, element: string) => {
    const recipe = valueOf(node, names, (at) => {
      const line = code.slice(0, at.start).split('\n').length
      return new Error(`${file}:${line}: a style must be a literal, a constant of the same file or a recipe of the theme`)
    }) as Recipe
    const name = recipe.className ?? `${node.type === 'Identifier' ? String(node['name']) : element}-${tail}`
    // Before its variants, which may override it.
    classes.set(name, print({ [`.${name}`]: resolved(recipe.base ?? {}) }))
    const variants = Object.entries(recipe.variants ?? {}).map(([variant, choices]) => [
      variant,
      Object.fromEntries(
        Object.entries(choices).map(([choice, styles]) => {
          const own = Object.keys(styles ?? {}).length > 0 ? `${name}-${variant}-${choice}` : ''
          if (own) classes.set(own, print({ [`.${own}`]: resolved(styles) }))
          return [choice, own]
        }),
      ),
    ])
    const text = JSON.stringify({
      base: name,
      ...(variants.length > 0 && { variants: Object.fromEntries(variants) }),
      defaultVariants: recipe.defaultVariants,
    })
    edits.push({ start: node.start, end: node.end, text: text + '\n'.repeat(code.slice(node.start, node.end).split('\n').length - 1) })
  }

  for (const statement of (parseAst(code, { lang: 'tsx' }) as unknown as { body: Node[] }).body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared['declarations'] as { id: Node; init: Node | null }[]) {
      if (!init) continue
      const args = init.type === 'CallExpression' && (init['callee'] as Node)['name'] === 'chakra' ? (init['arguments'] as Node[]) : []
      if (args[1]) style(args[1], String(id['name']))
      else {
        try {
          names.set(
            String(id['name']),
            valueOf(init, names, () => new Error('no constant')),
          )
        } catch {
          // Not a style.
        }
      }
    }
  }
  let out = code
  for (const { start, end, text } of edits.reverse()) out = out.slice(0, start) + text + out.slice(end)
  return { code: out, classes }
}

/** Evaluates an expression of literals. */
function valueOf(node: Node, names: ReadonlyMap<string, unknown>, fail: (at: Node) => Error): unknown {
  const inner = (one: unknown) => valueOf(one as Node, names, fail)
  switch (node.type) {
    case 'Literal':
      return node['value']
    case 'Identifier':
      if (names.has(String(node['name']))) return names.get(String(node['name']))
      throw fail(node)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return inner(node['expression'])
    case 'TemplateLiteral': {
      const parts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      return parts.map((part, n) => (n === 0 ? part : String(inner((node['expressions'] as Node[])[n - 1])) + part)).join('')
    }
    case 'UnaryExpression':
      return -Number(inner(node['argument']))
    case 'ObjectExpression': {
      const made: Record<string, unknown> = {}
      for (const property of node['properties'] as Node[]) {
        if (property.type === 'SpreadElement') Object.assign(made, inner(property['argument']))
        else {
          const key = property['key'] as Node
          const name = key.type === 'Identifier' && !property['computed'] ? key['name'] : inner(key)
          made[String(name)] = inner(property['value'])
        }
      }
      return made
    }
    default:
      throw fail(node)
  }
}

/** Converts tokens, conditions and text styles to CSS. */
const resolved = (style: Style) => system.css(style) as Rules

const plainNumbers = /^(?:lineHeight|opacity|zIndex|flex|flexGrow|flexShrink|fontWeight|order|tabSize|--.*)$/
const property = (name: string) => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))

/** Prints nested rules as CSS; the minifier of the build flattens them for browsers without nesting. */
function print(rules: Rules): string {
  return Object.entries(rules)
    .map(([name, value]) => {
      if (typeof value === 'object') {
        const inside = print(value)
        return inside && `${name} {\n${inside}\n}`
      }
      return `${property(name)}: ${typeof value === 'number' && value !== 0 && !plainNumbers.test(name) ? `${value}px` : value};`
    })
    .filter(Boolean)
    .join('\n')
}
