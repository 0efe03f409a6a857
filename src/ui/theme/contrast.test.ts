import { describe, expect, it } from 'vitest'
import { semanticTokens, tokens } from './tokens.ts'

type Look = 'base' | '_dark' | '_sun'
interface Tree {
  readonly [name: string]: Tree | { readonly value: unknown }
}

const at = (tree: unknown, path: string) => path.split('.').reduce<unknown>((node, name) => (node as Tree)[name], tree)

/** Returns a semantic color in one theme, as #rrggbb. */
function colour(path: string, look: Look): string {
  const node = at(semanticTokens.colors, path) as { DEFAULT?: { value: Record<Look, string> }; value?: Record<Look, string> }
  const value = (node.value ?? node.DEFAULT?.value)?.[look] ?? ''
  const raw = /^\{colors\.(.+)\}$/.exec(value)?.[1]
  return raw === undefined ? value : (at(tokens.colors, raw) as { value: string }).value
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg.page', 'bg.surface', 'bg.sunken', 'bg.hover']
const statuses = ['status.saved', 'status.sending', 'status.sent', 'status.needsYou', 'warning']
const texts: [string, string][] = [
  ...['fg.default', 'fg.muted'].flatMap((text) => surfaces.map((surface): [string, string] => [text, surface])),
  ...['bg.page', 'bg.surface'].flatMap((surface): [string, string][] => [
    ['fg.subtle', surface],
    ['accent.text', surface],
    ...statuses.map((status): [string, string] => [status, surface]),
  ]),
  ...statuses.map((status): [string, string] => [status, `${status}.bg`]),
  ...statuses.map((status): [string, string] => ['fg.default', `${status}.bg`]),
  ['accent.text', 'accent.subtle'],
  ['fg.inverted', 'bg.inverted'],
  ['fg.onAccent', 'accent.solid'],
  ['fg.onAccent', 'accent.hover'],
  ['fg.onAccent', 'accent.press'],
]

describe('what people read', () => {
  for (const [look, name, least] of [
    ['base', 'light', 4.5],
    ['_dark', 'dark', 4.5],
    ['_sun', 'sun', 7],
  ] as const)
    it(`has at least ${least}:1 against its background in the ${name} look`, () => {
      const weak = texts
        .map(([text, surface]) => ({ text, surface, ratio: contrast(colour(text, look), colour(surface, look)) }))
        .filter(({ ratio }) => !(ratio >= least))
      expect(weak).toEqual([])
    })

  it('edges of controls and focus rings have at least 3:1 in every look', () => {
    const weak = (['base', '_dark', '_sun'] as const).flatMap((look) =>
      ['border.strong', 'focus'].flatMap((edge) =>
        ['bg.page', 'bg.surface']
          .map((surface) => ({ look, edge, surface, ratio: contrast(colour(edge, look), colour(surface, look)) }))
          .filter(({ ratio }) => !(ratio >= 3)),
      ),
    )
    expect(weak).toEqual([])
  })
})
