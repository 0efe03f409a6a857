import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { compile, kitSheet } from '../../scripts/kit-styles.ts'
import { semanticTokens, tokens } from '../../src/ui/theme/tokens.ts'

const src = path.resolve(import.meta.dirname, '../../src')
const sheet = kitSheet()

/** All values of a tree of design tokens, by the name of their custom property. */
function valuesOf(tree: object, name: string): [string, unknown][] {
  const kebab = (word: string) => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return Object.entries(tree).flatMap(([key, node]: [string, object]) => {
    const own = key === 'DEFAULT' ? name : `${name}-${kebab(key).replace('.', '\\.')}`
    return 'value' in node ? [[own, node.value] as [string, unknown]] : valuesOf(node, own)
  })
}
const written = (value: string) =>
  value.replace(/^\{colors\.([\w.]+)\}$/, (_, token: string) => `var(--m-colors-${token.replaceAll('.', '-')})`)

/** The declarations after a selector. */
const block = (selector: string) => sheet.slice(sheet.indexOf(`${selector} {`)).split('}')[0] ?? ''
const looks = { base: block('\n:where(:root, [data-theme=light])'), _dark: block('\n[data-theme=dark]'), _sun: block('\n[data-theme=sun]') }

it('writes every token of the theme into the sheet, each look with its own values', () => {
  const missing = [...valuesOf(tokens, '--m'), ...valuesOf(semanticTokens, '--m')].flatMap(([name, value]) =>
    Object.entries(typeof value === 'object' ? (value as object) : { base: value })
      .map(([look, one]) => ({ look, line: `${name}: ${written(String(one))};` }))
      .filter(({ look, line }) => !looks[look as keyof typeof looks].includes(line)),
  )
  expect(missing).toEqual([])
})

it('lets global styles stand for the whole page', () => {
  const everywhere = sheet.split('@layer base {')[1] ?? ''
  expect(everywhere).toContain('\na {\ncolor: var(--m-colors-accent-text);')
  expect(everywhere).toContain('\nh1,h2,h3,h4 {\ntext-wrap: balance;')
  expect(sheet.split('@layer recipes')[0]?.split('@layer reset')[1]).not.toContain('&')
})

it('puts base before variants, tokens and conditions in the words of CSS', () => {
  const source = [
    "const lift = { boxShadow: 'raised' }",
    "const Tile = chakra('button', {",
    "  base: { padding: { base: '4', sm: '5' }, color: 'fg.muted', ...lift, _hover: { bg: 'bg.hover' } },",
    "  variants: { tone: { loud: { color: 'accent.text' }, still: {} } },",
    "  defaultVariants: { tone: 'still' },",
    '})',
  ].join('\n')
  const { code, classes } = compile(source, path.join(src, 'ui/Tile.tsx'))
  const [[name, base] = ['', ''], [loud, louder] = ['', ''], ...rest] = [...classes]
  expect(rest).toEqual([])
  expect(base).toContain('color: var(--m-colors-fg-muted);')
  expect(base).toContain('box-shadow: var(--m-shadows-raised);')
  expect(base).toMatch(/@media screen and \(min-width: 31\.25rem\) \{\npadding: var\(--m-spacing-5\);/)
  expect(base).toMatch(
    /@media \(hover: hover\) \{\n&:is\(:hover\):not\(:disabled, \[aria-disabled=true\]\) \{\nbackground: var\(--m-colors-bg-hover\);/,
  )
  expect(louder).toBe(`.${loud} {\ncolor: var(--m-colors-accent-text);\n}`)
  const made = JSON.stringify({ base: name, variants: { tone: { loud, still: '' } }, defaultVariants: { tone: 'still' } })
  expect(code).toContain(`chakra('button', ${made}`)
  expect(code.split('\n')).toHaveLength(source.split('\n').length)
})

it('refuses a style that is only known while the app runs, and says where it is', () => {
  const file = path.join(src, 'ui/Tile.tsx')
  expect(() => compile("const a = 1\nconst Tile = chakra('p', { base: { color: colorOf(a) } })", file)).toThrow(
    `${file}:2: a style must be a literal`,
  )
})

it.each([
  ['a call', "const Tile = chakra('p', {\n  base: { color: colorOf(1) } })", 2],
  ['an imported value', "import { red } from './red.ts'\nconst Tile = chakra('p', { base: { color: red } })", 2],
  ['a condition', "const Tile = chakra('p', { base: { color: wide ? 'fg.muted' : 'accent.text' } })", 1],
  ['an indexed access', "const all = { one: 'fg.muted' }\n\nconst Tile = chakra('p', { base: { color: all.one } })", 3],
])('refuses %s in a style, and names the line', (_, source, line) => {
  const file = path.join(src, 'ui/Tile.tsx')
  expect(() => compile(source, file)).toThrow(
    `${file}:${line}: a style must be a literal, a constant of the same file or a recipe of the theme`,
  )
})

it('accepts templates, spreads, negative numbers and types, and gives lengths a unit', () => {
  const source = [
    "const side = 'solid currentcolor' as const",
    'const lift = { top: -2, lineHeight: 1.5, opacity: 0 } satisfies object',
    "const Tile = chakra('p', { base: { ...lift, border: `1px ${side}`, flex: 1, width: 12, height: 0 } })",
  ].join('\n')
  const [css = ''] = compile(source, path.join(src, 'ui/Tile.tsx')).classes.values()
  const lines = css.split('\n').slice(1, -1)
  expect(lines.sort()).toEqual([
    'border: 1px solid currentcolor;',
    'flex: 1;',
    'height: 0;',
    'line-height: 1.5;',
    'opacity: 0;',
    'top: calc(var(--m-spacing-2) * -1);',
    'width: 12px;',
  ])
})

it('names a class after its constant and its file, and a recipe after itself', () => {
  const of = (file: string, source: string) => [...compile(source, path.join(src, file)).classes.keys()][0] ?? ''
  const source = "const Tile = chakra('p', { base: { color: 'fg.muted' } })"
  expect(of('ui/Tile.tsx', source)).toMatch(/^Tile-\w{1,4}$/)
  expect(of('ui/Tile.tsx', source)).not.toBe(of('ui/Other.tsx', source))
  expect(of('ui/Tile.tsx', "const Tile = chakra('button', buttonRecipe)")).toBe('m-button')
})

it('leaves nothing of Chakra and Emotion to the device', () => {
  const buildOnly = /^(?!import type ).* from '(?:@chakra-ui|@emotion|(?:\.|.*\/theme)\/(?:base|system|tokens)\.ts)/m
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const importing = files.filter((name) => buildOnly.test(readFileSync(path.join(src, name), 'utf8')))
  expect(importing.sort()).toEqual(['ui/theme/base.ts', 'ui/theme/system.ts', 'ui/theme/tokens.ts'])
})
