import { describe, expect, it } from 'vitest'
import { readWriteHeaders } from './writeHeaders.ts'

const whole = {
  'idempotency-key': 'AAAAAAAAAAAAAAAAAAAA',
  'x-actor': 'u1',
  'x-device': 'tablet-1',
  'x-seq': '7',
  'if-match': '"3"',
  'x-parent-op': 'BBBBBBBBBBBBBBBBBBBB',
}

describe('the headers of a write', () => {
  it('say which operation of whom, on which device, made from what', () => {
    expect(readWriteHeaders(whole)).toEqual({
      opId: 'AAAAAAAAAAAAAAAAAAAA',
      actor: 'u1',
      device: 'tablet-1',
      seq: 7,
      baseRev: 3,
      parentOp: 'BBBBBBBBBBBBBBBBBBBB',
    })
    expect(readWriteHeaders({ ...whole, 'if-match': undefined, 'x-parent-op': undefined })).toMatchObject({
      baseRev: undefined,
      parentOp: undefined,
    })
    expect(readWriteHeaders({ ...whole, 'if-match': 'W/"0"' }).baseRev).toBe(0)
    expect(readWriteHeaders({ ...whole, 'x-device': ['tablet-2', 'tablet-3'] }).device).toBe('tablet-2')
  })

  it.each([undefined, '', ' '])('must have a key (%j)', (key) => {
    expect(() => readWriteHeaders({ ...whole, 'idempotency-key': key })).toThrow(
      expect.objectContaining({ status: 400, code: 'key_missing' }),
    )
  })

  it.each<Record<string, string | undefined>>([
    { 'idempotency-key': 'AAAA' },
    { 'x-actor': undefined },
    { 'x-actor': 'a b' },
    { 'x-device': undefined },
    { 'x-device': 'é' },
    { 'x-seq': undefined },
    { 'x-seq': '1.5' },
    { 'x-seq': '99999999999999999' },
    { 'if-match': '*' },
    { 'if-match': '"-1"' },
    { 'if-match': '"99999999999"' },
    { 'x-parent-op': '../..' },
  ])('are refused with %j', (wrong) => {
    expect(() => readWriteHeaders({ ...whole, ...wrong })).toThrow(expect.objectContaining({ status: 400, code: 'INVALID' }))
  })
})
