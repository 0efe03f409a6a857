import { expect, it } from 'vitest'
import { faultFields } from './faultFields.ts'

it('takes the places of a fault from its stack, and none from its message', () => {
  const { message, at } = faultFields(new Error('Failed query\nparams:\n    at Nia Okafor:1:1'))
  expect(message).toBe('Failed query')
  expect(JSON.stringify(at)).toContain('faultFields.test.ts')
  expect(JSON.stringify(at)).not.toContain('Okafor')
})

it('ends for an error that is its own cause, and for a long row of causes', () => {
  const [first, second] = [new Error('outer'), new Error('inner')]
  first.cause = second
  second.cause = first
  expect(faultFields(first)).toMatchObject({ message: 'outer', cause: { message: 'inner', cause: { message: 'outer' } } })
  const row = Array.from({ length: 20 }).reduce<Error>((cause) => new Error('one of many', { cause }), new Error('the first'))
  expect(JSON.stringify(faultFields(row)).match(/one of many/g)).toHaveLength(5)
})
