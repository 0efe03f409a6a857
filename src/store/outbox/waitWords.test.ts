import { expect, it } from 'vitest'
import { waitWords } from './waitWords.ts'

it('tells who has no room for files that the save is safe, and what to do', () => {
  const said = (code: string) => waitWords('queued', true, { kind: 'busy', code, at: 0 })
  expect(said('QUOTA_DAY')).toBe('Saved on this device. Too many files were sent in one day. It is sent tomorrow.')
  expect(said('QUOTA_FULL')).toContain('It is sent when an owner of the project makes room')
  expect(said('UNAVAILABLE')).toContain('The server is busy')
})
