import { expect, it } from 'vitest'
import { faultFields } from './faultFields.ts'

it('takes the places of a fault from its stack, and none from its message', () => {
  const { message, at } = faultFields(new Error('Failed query\nparams:\n    at Nia Okafor:1:1'))
  expect(message).toBe('Failed query')
  expect(JSON.stringify(at)).toContain('faultFields.test.ts')
  expect(JSON.stringify(at)).not.toContain('Okafor')
})
