import { expect, it } from 'vitest'
import { classify } from './classify.ts'
import type { WireAnswer } from './send.ts'

const opId = 'AbCdEfGhIjKlMnOpQrSt'
const app = { 'x-app': '1' }
const came = (status: number, headers: Record<string, string>, body: unknown, redirected = false): WireAnswer => ({
  kind: 'answer',
  status,
  redirected,
  header: (name) => headers[name] ?? null,
  text: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
})
const error = (code: string) => ({ error: { code, message: 'In words' }, opId })

const table: [string, WireAnswer, string][] = [
  ['no answer', { kind: 'none', aborted: false }, 'offline'],
  ['a redirect', came(0, {}, '', true), 'captive'],
  ['a sign-in page of a Wi-Fi', came(200, { 'content-type': 'text/html' }, '<h1>'), 'captive'],
  ['network authentication required', came(511, {}, ''), 'captive'],
  ['a refusal of somebody else', came(403, {}, 'Blocked by policy'), 'captive'],
  ['a 401 of a proxy', came(401, {}, ''), 'captive'],
  ['a success that does not say which save', came(200, app, { rev: 1 }), 'captive'],
  ['a success of another save', came(200, app, { opId: 'other', rev: 1 }), 'captive'],
  ['a success that broke off', came(200, app, undefined), 'unknown'],
  ['a success that is half there', came(200, app, '{"opId":"AbC'), 'unknown'],
  ['a refusal that broke off', came(422, app, undefined), 'unknown'],
  ['a success', came(200, app, { opId, rev: 1 }), 'done'],
  ['a fault of the server', came(500, app, error('UNKNOWN')), 'busy'],
  ['a fault of a proxy', came(502, {}, '<h1>Bad Gateway</h1>'), 'busy'],
  ['too slow', came(408, app, error('UNKNOWN')), 'busy'],
  ['too early', came(425, app, error('parent_missing')), 'busy'],
  ['too many', came(429, app, error('TOO_MANY_REQUESTS')), 'busy'],
  ['under way', came(409, app, error('in_progress')), 'busy'],
  ['an ended session', came(401, app, error('NOT_AUTHORIZED')), 'session'],
  ['another person', came(403, app, error('actor_mismatch')), 'actor'],
  ['a state that passes, by the pause that it names', came(409, { ...app, 'retry-after': '9' }, error('INVALID')), 'busy'],
  ['a step that another person has taken already', came(409, app, error('INVALID')), 'refused'],
  ['a change that is not allowed now', came(409, app, error('FORBIDDEN')), 'refused'],
  ['a file whose id has other bytes', came(409, app, error('upload_mismatch')), 'refused'],
  ['a contradiction', came(409, app, error('conflict')), 'conflict'],
  ...[400, 403, 404, 410, 413, 422].map((status): [string, WireAnswer, string] => [
    `a refusal ${status}`,
    came(status, app, error('INVALID')),
    'refused',
  ]),
]

it.each(table)('takes %s for what it is', (_, answer, kind) => {
  expect(classify(answer, 0, opId).kind).toBe(kind)
})

it('keeps the words of a refusal and the pause of a busy server', () => {
  expect(classify(came(422, app, error('INVALID')), 0, opId)).toEqual({
    kind: 'refused',
    status: 422,
    error: { code: 'INVALID', message: 'In words' },
  })
  expect(classify(came(503, { ...app, 'retry-after': '9' }, error('UNAVAILABLE')), 0)).toMatchObject({
    kind: 'busy',
    wait: 9000,
    code: 'UNAVAILABLE',
  })
})
