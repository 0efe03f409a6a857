import { describe, expect, it } from 'vitest'
import { isOwnPath, type PushNotice, readPushNotice } from './pushNotice.ts'

const notice: PushNotice = { to: 'ana', title: 'An answer to review', body: '', path: '/review', tag: 'review:a', isUrgent: false }

describe('a push message', () => {
  it('is read as the server wrote it', () => {
    expect(readPushNotice(JSON.parse(JSON.stringify(notice)))).toEqual(notice)
  })

  it.each([
    undefined,
    null,
    'text',
    {},
    { ...notice, to: 1 },
    { ...notice, title: undefined },
    { ...notice, path: 'https://example.com/' },
  ])('is nothing when it is %j', (value) => expect(readPushNotice(value)).toBeUndefined())

  it.each(['//example.com', '/\\example.com', 'https://example.com', 'javascript:alert(1)', '', 'review', '/a\nb'])(
    'leads to no other site: %j',
    (path) => expect(isOwnPath(path)).toBe(false),
  )

  it.each(['/', '/review', '/onsite/abc/muster', '/automation/a/execution/b?x=1&y=%20'])('leads to screens of the app: %s', (path) => {
    expect(isOwnPath(path)).toBe(true)
  })
})
