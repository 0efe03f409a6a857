import { expect, it } from 'vitest'
import { waitWords } from './waitWords.ts'

it('tells who has no room for files that the save is safe, and what to do', () => {
  const said = (code: string) => waitWords('queued', true, { kind: 'busy', code, at: 0 })
  expect(said('QUOTA_DAY')).toBe('Saved on this device. Too many files were sent in one day; it is sent tomorrow by itself.')
  expect(said('QUOTA_FULL')).toContain('Ask who runs the project to make room')
  expect(said('UNAVAILABLE')).toContain('The server is busy')
})
