import { expect, it } from 'vitest'
import { replacePlaceholders } from './replacePlaceholders.ts'

it('replaces each placeholder and leaves what never closes', () => {
  expect(replacePlaceholders('Hello {{name}}, {{count(staff)}} on {{site', (one) => `<${one}>`)).toBe(
    'Hello <{{name}}>, <{{count(staff)}}> on {{site',
  )
  expect(replacePlaceholders('{{a {{b}} c}}', () => '-')).toBe('- c}}')
})

it('gives a text of 20,000 open braces back as it is', () => {
  const open = '\\{{'.repeat(20_000)
  expect(replacePlaceholders(open, () => '')).toBe(open)
})
