import { expect, it } from 'vitest'
import { addressGroup } from './limits.ts'

it('counts an address of the old kind alone, and one of the new kind with its home', () => {
  expect(addressGroup('192.0.2.7')).toBe('192.0.2.7')
  expect(addressGroup('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(addressGroup('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(addressGroup('2001:db8::9')).toBe('2001:db8:0:0')
  expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(addressGroup('::1')).toBe('0:0:0:0')
  // Different spellings of the same address.
  expect(addressGroup('2001:0DB8:0001:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressGroup('::ffff:c000:207')).toBe('192.0.2.7')
  expect(addressGroup('unknown')).toBe('unknown')
})
