import { expect, it } from 'vitest'
import type { Model } from '../../../contract/endpoints/records.ts'
import { digestOf } from './model.ts'

it('a save has the same sum in each version: a device may repeat it after an upgrade', () => {
  const payload = JSON.parse('{"b":1,"a":{"y":[{"q":null,"p":"é\\n"},[2,1]],"10":true,"9":false},"__proto__":{"z":1,"x":2}}') as Model
  const save = { payload, saveRpc: 'x', allowedAttributes: ['b', 'a'] }
  expect(digestOf('POST', 'forms/hazard-report/a', save)).toBe('53cae96935b69c88c9129bb438ddbffe046c404a7011f029c7a5f3076618d242')
})
