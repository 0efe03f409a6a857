import { expect, it, vi } from 'vitest'
import { waitWords } from './waitWords.ts'

it('tells who has no room for files that the save is safe, and what to do', () => {
  const said = (code: string) => waitWords({ state: 'queued', own: true, error: { kind: 'busy', code, at: 0 }, editable: true })
  expect(said('QUOTA_DAY')).toBe('Saved on this device. Too many files were sent in one day. It is sent tomorrow.')
  expect(said('QUOTA_FULL')).toContain('It is sent when an owner of the project makes room')
  expect(said('UNAVAILABLE')).toContain('The server is busy')
})

it('tells what to do about a call that the server refused: no form can open it again', () => {
  const error = { kind: 'refused', code: 'INVALID', message: 'This permit is approved already.', at: 0 } as const
  const said = (editable: boolean) => waitWords({ state: 'parked', own: true, error, editable })
  expect(said(true)).toBe('The server refused it: This permit is approved already.')
  expect(said(false)).toBe('The server refused it: This permit is approved already. Retry it, or discard it.')
})

it('says when a browser sends what waits: some do not while the app is closed', () => {
  const said = () => waitWords({ state: 'queued', own: true, error: undefined, editable: true })
  expect(said()).toBe('Saved on this device. It is sent when the app is open and has a connection.')
  vi.stubGlobal('SyncManager', class {})
  expect(said()).toBe('Saved on this device. It is sent as soon as there is a connection.')
  vi.unstubAllGlobals()
})
