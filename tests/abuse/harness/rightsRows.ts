import { pricingTable } from '../../../contract/endpoints/billing/pricing.ts'
import { browserKeys } from '../../harness/pushService.ts'
import { type Answer, idOf, newId } from '../../harness/testServer.ts'
import type { Caller } from './callers.ts'
import { type Home, places } from './site.ts'

export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Body = { success?: boolean; [name: string]: unknown }

/** A row of the table: how to call an endpoint for an object of a home. */
export interface Row {
  /** `GET /api/teams/:id`, as in the contract or the router. */
  readonly call: string
  /** Distinguishes several kinds of objects at the same URL. */
  readonly about?: string
  readonly ask: (home: Home, caller: Caller) => Ask
  /** The call names no object; `self`: and the answer is only about the caller. */
  readonly of?: 'nothing' | 'self'
  /** Statuses other than 2xx and 3xx that only an allowed caller gets. */
  readonly also?: readonly number[]
  /** Statuses other than 401, 403 and 404 that a refused caller gets. */
  readonly refused?: readonly number[]
  /** For calls that can refuse with status 200. */
  readonly allows?: (answer: Answer<Body>) => boolean
  /** Runs after an allowed call: reverts its change. */
  readonly undo?: (home: Home) => string
  /** Ends the caller's session; the next row needs a new one. */
  readonly ends?: boolean
  /** The reason why callers of every home may call it. */
  readonly open?: string
}

const get =
  (path: (home: Home, caller: Caller) => string) =>
  (home: Home, caller: Caller): Ask => ({ method: 'GET', path: path(home, caller) })
const send =
  (method: string) =>
  (
    path: (home: Home, caller: Caller) => string,
    body: (home: Home, caller: Caller) => unknown = () => ({}),
    headers: Record<string, string> = {},
  ) =>
  (home: Home, caller: Caller): Ask => ({ method, path: path(home, caller), body: body(home, caller), headers })
const post = send('POST')

let seq = 0
/** A call that an outbox sends. */
const queued =
  (method: 'POST' | 'PATCH', base: number) =>
  (path: (home: Home, caller: Caller) => string, body: (home: Home, caller: Caller) => unknown) =>
  (home: Home, caller: Caller): Ask => ({
    method,
    path: path(home, caller),
    body: body(home, caller),
    headers: { 'idempotency-key': newId(), 'x-seq': String(5_000_000 + (seq += 1)), 'if-match': `"${base}"` },
  })
const save = queued('POST', 0)
/** A revision that no object has yet: the change is merged. */
const patch = queued('PATCH', 99)

const prices = pricingTable('typical', true)
const succeeded = (answer: Answer<Body>) => answer.body.success === true
const email = () => `${newId()}@example.com`
const day = () => new Date().toISOString().slice(0, 10)
const tus = { 'tus-resumable': '1.0.0' }
const wish = () => {
  const of = (text: string) => Buffer.from(text).toString('base64')
  return {
    ...tus,
    'upload-length': '4',
    'upload-metadata': `id ${of(newId())},sha256 ${of('a'.repeat(64))},filename ${of('a.jpg')},type ${of('image/jpeg')}`,
  }
}
/** Before any log-out of these tests: a grant accepts only saves made before the log-out. */
const clientAt = new Date(Date.now() - 60_000).toISOString()
const data = (payload: unknown) => ({ payload, feed: false, clientAt })

export const rightsRows: readonly Row[] = [
  // Records of forms
  {
    call: 'POST /api/data/*',
    about: 'a new record of a form',
    ask: save(
      (h) => `/api/data/forms/${h.form}/${newId()}`,
      () => data({ description: 'x' }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'a new record of a gate',
    ask: save(
      (h) => `/api/data/forms/${h.gateForm}/${newId()}`,
      () => data({ direction: 'in' }),
    ),
  },
  { call: 'GET /api/data/*', about: 'a record of another person', ask: get((h) => `/api/data/${h.record}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a record of another person',
    ask: patch(
      (h) => `/api/data/${h.record}`,
      (_h, c) => data({ [`note${newId()}`]: c.role }),
    ),
  },
  { call: 'GET /api/records/*', about: 'the records of a form', ask: get((h) => `/api/records/forms/${h.form}`) },
  { call: 'GET /api/search/arrived/:form', ask: get((h) => `/api/search/arrived/${h.form}`) },
  { call: 'GET /api/feed/*', ask: get((h) => `/api/feed/${h.record}`) },
  {
    call: 'POST /api/feed/*',
    ask: save(
      (h) => `/api/feed/${h.record}`,
      () => ({ text: 'hello', clientAt }),
    ),
  },
  { call: 'GET /api/evidence/*', ask: get((h) => `/api/evidence/${h.record}`) },
  {
    call: 'POST /api/looked/*',
    ask: save(
      (h) => `/api/looked/${h.record}`,
      () => ({ revs: [1], clientAt }),
    ),
    also: [400],
  },
  {
    call: 'POST /api/permits/*',
    ask: save(
      (h) => `/api/permits/${h.permit}`,
      () => ({ step: 'approve', rev: 1, clientAt }),
    ),
  },
  {
    call: 'POST /api/talks/*',
    ask: save(
      (h) => `/api/talks/forms/${h.form}/${newId()}`,
      (h) => ({
        bot: h.chatBot,
        lang: 'en',
        messages: [{ id: newId(), message: 'Roofing', reply: 'What could hurt somebody here?' }],
        context: { name: 'Ana', now: '2026-06-01 07:05', today: '2026-06-01' },
        signed: { date: '2026-06-01', lang: 'en', made_by: 'Ana', people: [], people_names: '', signed: 'Ana', not_signed: '' },
        clientAt,
      }),
    ),
  },
  {
    call: 'POST /api/attach/*',
    ask: save(
      (h) => `/api/attach/${h.record}?attribute=files`,
      () => ({ type: 'text/plain', name: 'a.txt', data: 'QUJD', clientAt }),
    ),
  },
  {
    call: 'POST /api/rpc/:name',
    about: 'complete a record',
    ask: post(
      () => '/api/rpc/complete',
      (h) => ({ path: h.record }),
    ),
  },
  {
    call: 'POST /api/*',
    about: 'forms/{form}: a new record',
    ask: post(
      (h) => `/api/forms/${h.form}`,
      () => ({ description: 'x' }),
    ),
  },
  {
    call: 'PATCH /api/*',
    about: 'forms/{form}/{record}',
    ask: send('PATCH')(
      (h) => `/api/${h.record}`,
      () => ({ titleStatus: 'Complete' }),
    ),
  },
  { call: 'POST /api/pdf/*', ask: pdf((h) => `/api/pdf/${h.record}`) },
  { call: 'POST /api/submitted/*', about: 'a filled PDF', ask: pdf((h) => `/api/data/forms/${h.form}/${newId()}`), also: [400] },
  { call: 'PATCH /api/submitted/*', about: 'a filled PDF', ask: pdf((h) => `/api/data/${h.record}`, 'PATCH'), also: [400] },
  // Files
  { call: 'GET /api/files/:id', about: 'a file of a record', ask: get((h) => `/api/files/${h.file}`) },
  { call: 'GET /api/files/:id', about: 'a file that no record names', ask: get((h) => `/api/files/${h.loose}`) },
  { call: 'HEAD /api/files/:id', about: 'a file of a record', ask: (h) => ({ method: 'HEAD', path: `/api/files/${h.file}` }) },
  { call: 'GET /api/files/:id/receipt', about: 'of an upload of another person', ask: get((h) => `/api/files/${h.file}/receipt`) },
  { call: 'POST /api/uploads', of: 'self', ask: () => ({ method: 'POST', path: '/api/uploads', headers: wish() }) },
  {
    call: 'HEAD /api/uploads/:id',
    about: 'of another person',
    ask: (h) => ({ method: 'HEAD', path: `/api/uploads/${h.loose}`, headers: tus }),
  },
  {
    call: 'PATCH /api/uploads/:id',
    about: 'of another person',
    ask: (h) => ({
      method: 'PATCH',
      path: `/api/uploads/${h.loose}`,
      body: 'x',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
  },
  {
    call: 'DELETE /api/uploads/:id',
    about: 'of another person',
    ask: (h) => ({ method: 'DELETE', path: `/api/uploads/${h.loose}`, headers: tus }),
  },
  { call: 'OPTIONS /api/uploads', of: 'nothing', ask: () => ({ method: 'OPTIONS', path: '/api/uploads' }) },
  { call: 'GET /api/image2pdf', ask: get((h) => `/api/image2pdf?url=/api/files/${h.file}`), also: [400] },
  {
    call: 'POST /api/image2pdf',
    of: 'nothing',
    ask: post(
      () => '/api/image2pdf',
      () => ({ type: 'image/png', image: onePixel }),
    ),
  },
  {
    call: 'POST /api/attachment/textValidate',
    of: 'nothing',
    ask: post(
      () => '/api/attachment/textValidate',
      () => ({ validation: ['a'], customValidation: [], type: 'image/png', image: onePixel }),
    ),
  },
  // Pages
  { call: 'GET /api/*', about: 'forms/{form}.json', ask: get((h) => `/api/forms/${h.form}.json`) },
  { call: 'GET /api/*', about: 'forms/{form}.json of a gate', ask: get((h) => `/api/forms/${h.gateForm}.json`) },
  { call: 'GET /api/*', about: 'forms/{form}/{record}.json', ask: get((h) => `/api/${h.record}.json`) },
  { call: 'GET /api/*', about: 'arrived/{form}.json', ask: get((h) => `/api/arrived/${h.form}.json`) },
  { call: 'GET /api/*', about: 'tasks/{person}.json of another person', ask: get((h) => `/api/tasks/${h.author.uid}.json`) },
  { call: 'GET /api/*', about: 'pick/{list}.json', ask: get((h) => `/api/pick/vendors.json?team=${h.team}&form=${h.form}`) },
  { call: 'GET /api/*', about: 'automation/{bot}/people.json', ask: get((h) => `/api/automation/${h.gate}/people.json`) },
  { call: 'GET /api/*', about: 'chat/{conversation}.json of another person', ask: get((h) => `/api/chat/${h.chat}.json`) },
  { call: 'GET /api/link/*', of: 'nothing', ask: get((h) => `/api/link/frontend/arrived/${h.form}?json=true`) },
  { call: 'GET /api/media', of: 'nothing', ask: get(() => '/api/media') },
  { call: 'GET /api/lists/:team/:lookup', ask: get((h) => `/api/lists/${h.team}/vendors?form=${h.form}`) },
  {
    call: 'POST /api/lists/:team/sites',
    ask: post(
      (h) => `/api/lists/${h.team}/sites`,
      () => ({ name: `Site ${newId()}`, timezone: 'America/New_York', country: 'us' }),
    ),
  },
  // Forms
  { call: 'GET /api/forms/:form/options/:lookup', ask: get((h) => `/api/forms/${h.form}/options/vendors`) },
  {
    call: 'POST /api/forms/:form/options/:lookup',
    ask: post(
      (h) => `/api/forms/${h.form}/options/vendors`,
      () => ({ trade: 'Concrete' }),
    ),
  },
  {
    call: 'POST /api/forms/:form/search/:lookup',
    ask: post(
      (h) => `/api/forms/${h.form}/search/vendors`,
      () => ({ search: 'a' }),
    ),
  },
  { call: 'GET /api/studio', of: 'self', ask: get(() => '/api/studio') },
  { call: 'GET /api/studio/:key', ask: get((h) => `/api/studio/${h.form}`) },
  { call: 'GET /api/studio/:key/versions/:revision', ask: get((h) => `/api/studio/${h.form}/versions/1`) },
  {
    call: 'POST /api/studio/:key',
    about: 'a new version of a form',
    ask: post(
      (h) => `/api/studio/${h.form}`,
      () => ({ settings: { name: 'x', children: [{ type: 'text', attribute: 'a' }] }, base: 77 }),
    ),
    also: [409],
  },
  {
    call: 'POST /api/studio/:key',
    about: 'a new form',
    ask: post(
      () => `/api/studio/new-${newId().toLowerCase()}`,
      (h) => ({ settings: { name: 'x', children: [{ type: 'text', attribute: 'a' }] }, base: 0, team: h.team }),
    ),
  },
  {
    call: 'POST /api/studio/:key/trials',
    about: 'a link to try a draft',
    ask: post(
      (h) => `/api/studio/${h.form}/trials`,
      () => ({ settings: { name: 'x', children: [{ type: 'text', attribute: 'a' }] } }),
    ),
  },
  { call: 'GET /api/studio/:key/trials', ask: get((h) => `/api/studio/${h.form}/trials`) },
  { call: 'GET /api/trials/:token', about: 'of a made-up link', ask: get(() => `/api/trials/${'x'.repeat(32)}`) },
  {
    call: 'POST /api/trials/:token',
    about: 'of a made-up link',
    ask: post(
      () => `/api/trials/${'x'.repeat(32)}`,
      () => ({ id: newId(), model: {} }),
    ),
  },
  // Projects
  { call: 'GET /api/teams', of: 'self', ask: get(() => '/api/teams') },
  { call: 'GET /api/:uid/teams.json', about: 'of another person', ask: get((h) => `/api/${h.author.uid}/teams.json`) },
  { call: 'GET /api/teams/:id', ask: get((h) => `/api/teams/${h.team}?include=members,holidayCalendar,companies,trades`) },
  { call: 'GET /api/teams/:id/lists/:list', ask: get((h) => `/api/teams/${h.team}/lists/people`) },
  { call: 'GET /api/teams/:id/lists/:list/entries', ask: get((h) => `/api/teams/${h.team}/lists/people/entries`) },
  { call: 'GET /api/teams/:id/lists/:list/import', ask: get((h) => `/api/teams/${h.team}/lists/people/import`) },
  // The project has no connected system.
  { call: 'POST /api/teams/:id/lists/:list/refresh', ask: post((h) => `/api/teams/${h.team}/lists/companies/refresh`), also: [400] },
  {
    call: 'POST /api/teams/:id/lists/:list/imports/:import/rows',
    ask: post(
      (h) => `/api/teams/${h.team}/lists/people/imports/${newId()}/rows`,
      () => ({ file: 'a.csv', total: 1, rows: [{ row: 1, cells: { name: newId() } }] }),
    ),
  },
  // There is no such import.
  {
    call: 'POST /api/teams/:id/lists/:list/imports/:import/apply',
    ask: post((h) => `/api/teams/${h.team}/lists/people/imports/${newId()}/apply`),
    also: [409],
  },
  {
    call: 'POST /api/teams/:id/lists/:list/imports/:import/undo',
    ask: post((h) => `/api/teams/${h.team}/lists/people/imports/${newId()}/undo`),
    also: [409],
  },
  {
    call: 'PATCH /api/data/*',
    about: 'a person of a list of a project',
    ask: patch(
      (h) => `/api/data/teams/${h.team}`,
      () => data({ people: { [newId()]: { name: newId() } } }),
    ),
  },
  { call: 'GET /api/team/:id', ask: get((h) => `/api/team/${h.team}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a project',
    ask: patch(
      (h) => `/api/data/teams/${h.team}`,
      (h) => data({ name: `${h.marker} Tower` }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'a new project of an account',
    ask: save(
      () => `/api/data/teams/${newId()}`,
      (h) => data({ name: `Project ${newId()}`, billingAccount: h.billing }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'a company of a project',
    ask: save(
      (h) => `/api/data/teams/${h.team}/companies/${newId()}`,
      () => data({ name: newId() }),
    ),
  },
  {
    call: 'POST /api/team/:id:invite',
    ask: post(
      (h) => `/api/team/${h.team}:invite`,
      () => ({ email: email() }),
    ),
  },
  {
    call: 'POST /api/team/:id:inviteNumbers',
    ask: post(
      (h) => `/api/team/${h.team}:inviteNumbers`,
      () => ({ text: 'Ana 2025550199', status: 'Worker', send: false }),
    ),
  },
  {
    call: 'POST /api/:uid/team/:id/invite',
    ask: post(
      (h, c) => `/api/${c.device.uid}/team/${h.team}/invite`,
      () => ({ email: email() }),
    ),
  },
  {
    call: 'POST /api/invites/accept',
    about: 'with a made-up token',
    of: 'nothing',
    ask: post(
      () => '/api/invites/accept',
      () => ({ token: 'x'.repeat(43) }),
    ),
    allows: () => false,
  },
  { call: 'GET /api/team/:id/log/:day', ask: get((h) => `/api/team/${h.team}/log/${day()}`) },
  {
    call: 'POST /api/team/:id/log/:day',
    ask: post(
      (h) => `/api/team/${h.team}/log/2026-03-02`,
      () => ({ completed: false }),
    ),
  },
  ...['teams-sites', 'projects', 'companies', 'users-by-billing-account', 'procore-project-users', 'autodesk-project-users'].map(
    (list): Row => ({
      call: `GET /api/lookups/:uid/${list}`,
      ask: get((h, c) => `/api/lookups/${c.device.uid}/${list}?team=${h.team}&billing=${h.billing}`),
    }),
  ),
  {
    call: 'GET /api/lookups/:uid/source-projects',
    of: 'self',
    ask: get((_h, c) => `/api/lookups/${c.device.uid}/source-projects?source=own`),
  },
  {
    call: 'GET /api/lookups/:userId/pdf-fields',
    ask: get((h, c) => `/api/lookups/${c.device.uid}/pdf-fields?file=${h.file}`),
    also: [400],
  },
  {
    call: 'GET /api/lookups/:userId/prefill-source',
    ask: get((h, c) => `/api/lookups/${c.device.uid}/prefill-source?file=${h.file}`),
    also: [400],
  },
  // People and their access
  {
    call: 'GET /api/people',
    of: 'self',
    ask: get(() => '/api/people'),
    open: 'Product administrators appoint people, so they find all of them',
  },
  {
    call: 'POST /api/people/:uid:disable',
    ask: post(
      (h) => `/api/people/${h.author.uid}:disable`,
      () => ({ disabled: false }),
    ),
    open: 'Product administrators may disable everybody',
  },
  {
    call: 'POST /api/people/:uid:link',
    ask: post(
      (h) => `/api/people/${h.author.uid}:link`,
      () => ({}),
    ),
  },
  {
    call: 'POST /api/people/:uid:appoint',
    ask: post(
      (h) => `/api/people/${h.author.uid}:appoint`,
      () => ({ as: 'beta', on: false }),
    ),
    open: 'Only product administrators appoint people',
  },
  {
    call: 'GET /api/audit',
    of: 'self',
    ask: get(() => '/api/audit'),
    open: 'Product administrators read all of who changed the access of whom',
  },
  { call: 'GET /api/demo-bots', of: 'nothing', ask: get(() => '/api/demo-bots') },
  {
    call: 'GET /api/partners',
    of: 'nothing',
    ask: get(() => '/api/partners'),
    open: 'Product administrators set Partner, so they find all accounts',
  },
  {
    call: 'POST /api/billing/:id:partner',
    ask: post(
      (h) => `/api/billing/${h.billing}:partner`,
      () => ({ partner: false }),
    ),
    open: 'Only product administrators set Partner',
  },
  { call: 'GET /api/server', of: 'nothing', ask: get(() => '/api/server') },
  { call: 'GET /api/first-steps', of: 'self', ask: get(() => '/api/first-steps') },
  { call: 'GET /api/login/pin', of: 'nothing', ask: get(() => '/api/login/pin') },
  {
    call: 'POST /auth/join',
    about: 'with a made-up token',
    of: 'nothing',
    ask: post(
      () => '/auth/join',
      () => ({ token: 'x'.repeat(32), name: 'Ana' }),
    ),
    allows: () => false,
  },
  {
    call: 'POST /auth/link',
    about: 'with a made-up token',
    of: 'nothing',
    ask: post(
      () => '/auth/link',
      () => ({ token: 'x'.repeat(43) }),
    ),
    allows: () => false,
  },
  // Bots
  { call: 'GET /api/automation/list', of: 'self', ask: get(() => '/api/automation/list') },
  {
    call: 'GET /api/team/:teamId/automations',
    ask: get((h) => `/api/team/${h.team}/automations`),
    allows: ({ text }) => text.includes('"id"'),
  },
  { call: 'GET /api/bot/:id', ask: get((h) => `/api/bot/${h.bot}`) },
  { call: 'GET /api/automation/:id', ask: get((h) => `/api/automation/${h.bot}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a bot',
    ask: patch(
      (h) => `/api/data/automations/${h.bot}`,
      (h) => data({ title: `${h.marker} manpower` }),
    ),
  },
  {
    call: 'POST /api/automation/:id:reassign',
    ask: post(
      (h) => `/api/automation/${h.bot}:reassign`,
      (h) => ({ owner: h.author.uid }),
    ),
  },
  { call: 'POST /api/automation/:id:ask', ask: post((h) => `/api/automation/${h.bot}:ask`), also: [400] },
  {
    call: 'POST /api/bots/clone',
    ask: post(
      () => '/api/bots/clone',
      (h, c) => ({ validateOnly: true, sourceTeam: h.team, destinationTeam: h.team, bots: [h.bot], owner: c.device.uid }),
    ),
  },
  { call: 'GET /api/automation/:id/export.csv', ask: get((h) => `/api/automation/${h.bot}/export.csv`) },
  { call: 'GET /api/automation/:id/poster', ask: get((h) => `/api/automation/${h.bot}/poster`) },
  { call: 'GET /api/automation/:id/poster.pdf', ask: get((h) => `/api/automation/${h.bot}/poster.pdf`) },
  { call: 'GET /api/automation/:id/executions', ask: get((h) => `/api/automation/${h.bot}/executions`) },
  { call: 'GET /api/automation/:id/execution/:execId', ask: get((h) => `/api/automation/${h.bot}/execution/${h.execution}`) },
  { call: 'GET /api/automation/:id/execution/:execId/log', ask: get((h) => `/api/automation/${h.bot}/execution/${h.execution}/log`) },
  {
    call: 'GET /api/automation/:owner/:automation/:execution/feed.txt',
    ask: get((h) => `/api/automation/${h.author.uid}/${h.bot}/${h.execution}/feed.txt`),
  },
  { call: 'GET /api/executions/open', of: 'self', ask: get(() => '/api/executions/open') },
  {
    call: 'PATCH /api/data/*',
    about: 'a conversation: decide',
    ask: patch(
      (h) => `/api/data/automation/${h.author.uid}/${h.bot}/${h.execution}`,
      () => data({ decision: 'Approve' }),
    ),
    also: [409],
    undo: (h) => `update executions set phase = 'decide', decided_by = null, decided_at = null where id = '${h.execution}'`,
  },
  {
    call: 'POST /api/chat/:chat',
    about: 'a conversation of another person',
    ask: post(
      (h) => `/api/chat/${h.chat}`,
      () => ({ message: 'hi', id: newId() }),
    ),
  },
  {
    call: 'POST /api/chat/:chat',
    about: 'a new conversation',
    ask: post(
      () => `/api/chat/${newId()}`,
      (h) => ({ message: 'hi', bot: h.chatBot, id: newId() }),
    ),
  },
  { call: 'GET /api/chat/:chat/thought', about: 'of another person', ask: get((h) => `/api/chat/${h.chat}/thought`) },
  {
    call: 'POST /api/chat/:chat/cancel',
    about: 'a conversation of another person',
    ask: post((h) => `/api/chat/${h.chat}/cancel`),
    allows: succeeded,
  },
  // Gates, roll calls and kiosks
  { call: 'GET /api/sent', of: 'self', ask: get(() => '/api/sent') },
  { call: 'GET /api/gates', of: 'self', ask: get(() => '/api/gates') },
  { call: 'GET /api/gates/:gate', ask: get((h) => `/api/gates/${h.gate}`) },
  { call: 'GET /api/onsite', of: 'self', ask: get(() => '/api/onsite') },
  { call: 'GET /api/today', of: 'self', ask: get(() => '/api/today') },
  { call: 'GET /api/rollcalls', of: 'self', ask: get(() => '/api/rollcalls') },
  { call: 'GET /api/onsite/:team', ask: get((h) => `/api/onsite/${h.team}`) },
  {
    call: 'POST /api/onsite/:team/seen',
    ask: post(
      (h) => `/api/onsite/${h.team}/seen`,
      (h) => ({ path: `forms/${h.gateForm}/doubtful00000000000${places.indexOf(h.place)}` }),
    ),
  },
  { call: 'GET /api/musters/:team', ask: get((h) => `/api/musters/${h.team}`) },
  { call: 'GET /api/crewtimes/:team/:day', ask: get((h) => `/api/crewtimes/${h.team}/${day()}`) },
  {
    call: 'POST /api/data/*',
    about: 'a correction of crew times',
    ask: save(
      (h) => `/api/data/times/${h.team}/${day()}/${newId()}`,
      () => data({ who: { name: 'Ana' }, in: clientAt, breakMinutes: 0, at: clientAt, skewMs: 0 }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'an event of a roll call',
    ask: save(
      (h) => `/api/data/muster/${h.team}/${newId()}`,
      () => data({ type: 'end', muster: newId(), at: new Date().toISOString(), skewMs: 0 }),
    ),
  },
  { call: 'GET /api/automation/:id/kiosk.json', ask: get((h) => `/api/automation/${h.gate}/kiosk.json`) },
  { call: 'POST /api/automation/:id/kiosk/code', ask: post((h) => `/api/automation/${h.bot}/kiosk/code`) },
  { call: 'POST /api/automation/:id/kiosk/ticket', ask: post((h) => `/api/automation/${h.gate}/kiosk/ticket`) },
  {
    call: 'POST /api/automation/:id/kiosk/revoke',
    ask: post(
      (h) => `/api/automation/${h.gate}/kiosk/revoke`,
      () => ({ uid: `kiosk.${newId()}` }),
    ),
  },
  {
    call: 'POST /api/automation/:id/kiosk/contact',
    ask: post(
      (h) => `/api/automation/${h.gate}/kiosk/contact`,
      (h) => ({ uid: h.author.uid, contact: false }),
    ),
  },
  {
    call: 'POST /api/automation/:id/kiosk/tasks',
    ask: post(
      (h) => `/api/automation/${h.gate}/kiosk/tasks`,
      () => ({ on: false }),
    ),
  },
  {
    call: 'POST /api/automation/:id/kiosk/gate',
    ask: post(
      (h) => `/api/automation/${h.gate}/kiosk/gate`,
      () => ({ on: true }),
    ),
  },
  {
    call: 'GET /api/kiosk/:code/info',
    ask: get((h) => `/api/kiosk/${h.kiosk.code}/info`),
    open: 'who has the code of a kiosk sees the name of its gate',
  },
  {
    call: 'POST /api/kiosk/:code/verify',
    about: 'with a made-up contact',
    ask: post(
      (h) => `/api/kiosk/${h.kiosk.code}/verify`,
      () => ({ token: 'x'.repeat(22) }),
    ),
    allows: succeeded,
  },
  {
    call: 'POST /api/kiosk/:code/auth',
    about: 'with a made-up PIN',
    ask: post(
      (h) => `/api/kiosk/${h.kiosk.code}/auth`,
      () => ({ pin: '000000', deviceCode: 'GATE2345' }),
    ),
    allows: succeeded,
  },
  {
    call: 'POST /api/kiosk/:code/ticket',
    about: 'with a made-up ticket',
    ask: post(
      (h) => `/api/kiosk/${h.kiosk.code}/ticket`,
      () => ({ ticket: 'x'.repeat(43), deviceCode: 'GATE2345' }),
    ),
    allows: succeeded,
  },
  {
    call: 'POST /api/kiosk/:code/alive',
    about: 'with a made-up token',
    ask: post(
      (h) => `/api/kiosk/${h.kiosk.code}/alive`,
      () => ({ token: 'x'.repeat(43) }),
    ),
    allows: ({ body }) => body['paired'] === true,
  },
  { call: 'POST /api/kiosk/mine', of: 'self', ask: post(() => '/api/kiosk/mine') },
  {
    call: 'POST /api/kiosk/:code/leave',
    ask: post(
      (h) => `/api/kiosk/${h.kiosk.code}/leave`,
      () => ({ pin: '000000', token: 'x'.repeat(43) }),
    ),
    about: 'with a made-up token: nothing to end',
    of: 'nothing',
  },
  // Accounts and payments
  { call: 'GET /api/billing', of: 'self', ask: get(() => '/api/billing') },
  { call: 'GET /api/billing/:id', ask: get((h) => `/api/billing/${h.billing}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a billing account',
    ask: patch(
      (h) => `/api/data/billing/${h.billing}`,
      (h) => data({ name: h.place === 'elsewhere' ? `${h.marker} Company` : 'Slateworks Company' }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'a new billing account',
    of: 'self',
    ask: save(
      () => `/api/data/billing/${newId()}`,
      () => data({ name: `Account ${newId()}` }),
    ),
  },
  {
    call: 'GET /api/billing/:id:portal',
    about: 'before anything was paid',
    ask: get((h) => `/api/billing/${h.billing}:portal`),
    also: [409],
  },
  {
    call: 'GET /api/billing/:id:update-payment-method-checkout',
    ask: get((h) => `/api/billing/${h.billing}:update-payment-method-checkout`),
    also: [409],
  },
  {
    call: 'GET /api/billing/:id:update-subscription-checkout',
    ask: get((h) => `/api/billing/${h.billing}:update-subscription-checkout?plan=typical-site-year`),
    also: [409],
  },
  {
    call: 'POST /api/billing/:id:change-subscription',
    ask: post(
      (h) => `/api/billing/${h.billing}:change-subscription`,
      () => ({ plan: 'typical-site-year', preview: true }),
    ),
    also: [409],
  },
  { call: 'POST /api/billing/:id:keep-subscription', ask: post((h) => `/api/billing/${h.billing}:keep-subscription`), also: [400] },
  {
    call: 'POST /api/billing/:id:request-cancellation',
    ask: post(
      (h) => `/api/billing/${h.billing}:request-cancellation`,
      () => ({ reason: 'Other' }),
    ),
    also: [409],
    allows: succeeded,
    undo: (h) => `update billing_accounts set status = 'Active' where id = '${h.billing}'`,
  },
  {
    call: 'POST /api/billing/:id:invite',
    ask: post(
      (h) => `/api/billing/${h.billing}:invite`,
      () => ({ email: email(), role: 'Member' }),
    ),
    allows: succeeded,
  },
  {
    call: 'POST /api/billing:refer',
    ask: post(
      () => '/api/billing:refer',
      (h) => ({ name: 'A Friend', email: email(), body: 'Try it', billing: h.billing }),
    ),
    allows: succeeded,
  },
  { call: 'GET /api/billing/:id/export/usage.csv', ask: get((h) => `/api/billing/${h.billing}/export/usage.csv`) },
  {
    call: 'GET /api/billing-link/:id',
    about: 'with a made-up token',
    ask: get((h) => `/api/billing-link/${h.billing}?t=${'x'.repeat(43)}`),
  },
  {
    call: 'GET /api/payments/checkout/:session',
    about: 'of a made-up session',
    ask: get((h) => `/api/payments/checkout/cs_${h.billing}_${'A'.repeat(24)}`),
    refused: [400],
  },
  {
    call: 'POST /api/payments/checkout/:session',
    about: 'of a made-up session',
    ask: post(
      (h) => `/api/payments/checkout/cs_${h.billing}_${'A'.repeat(24)}`,
      () => ({ number: '4242424242424242', expiry: '12/31', cvc: '123' }),
    ),
    refused: [400],
  },
  {
    call: 'GET /api/payments/portal/:session',
    about: 'of a made-up session',
    ask: get((h) => `/api/payments/portal/ps_${h.billing}_${'A'.repeat(24)}`),
    refused: [400],
  },
  {
    call: 'POST /api/payments/events',
    about: 'with a wrong signature',
    of: 'nothing',
    ask: post(
      () => '/api/payments/events',
      () => ({ id: 'x' }),
      { 'stripe-signature': 't=1,v1=00' },
    ),
    refused: [400],
  },
  { call: 'GET /api/pricing-tables/:table', of: 'nothing', ask: get(() => `/api/pricing-tables/${prices.table}?key=${prices.key}`) },
  // Libraries
  { call: 'GET /api/library', of: 'self', ask: get(() => '/api/library') },
  { call: 'GET /api/library/:key', ask: get((h) => `/api/library/${h.library}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a library',
    ask: patch(
      (h) => `/api/data/libraries/${h.library}`,
      (h) => data({ name: `${h.marker} talks` }),
    ),
  },
  {
    call: 'POST /api/data/*',
    about: 'a new library of an account',
    ask: save(
      () => `/api/data/libraries/${newId()}`,
      (h) => data({ billingAccount: h.billing, name: newId(), type: 'Toolbox', deleted: false }),
    ),
  },
  // Devices
  { call: 'GET /api/device/list', of: 'self', ask: get(() => '/api/device/list') },
  { call: 'GET /api/devices/:device', ask: get((h) => `/api/devices/${h.device}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'a device',
    ask: patch(
      (h) => `/api/data/devices/${h.device}`,
      (h) => data({ name: `${h.marker} tablet` }),
    ),
  },
  {
    call: 'POST /api/devices/:device/commands',
    ask: post(
      (h) => `/api/devices/${h.device}/commands`,
      () => ({ id: newId(), kind: 'message', text: 'hello' }),
    ),
    also: [409],
  },
  {
    call: 'GET /api/devices/:device/evidence',
    about: 'of another person',
    ask: get((h) => `/api/devices/${h.author.device}/evidence`),
    open: 'who runs the product checks the evidence of any device',
  },
  {
    call: 'POST /api/device/ticket',
    ask: post(
      () => '/api/device/ticket',
      (h) => ({ billing: h.billing }),
    ),
  },
  {
    call: 'POST /api/device/register',
    about: 'with a made-up code',
    of: 'nothing',
    ask: post(
      () => '/api/device/register',
      () => ({ code: 'x'.repeat(60), name: 'x' }),
    ),
    refused: [400],
  },
  {
    call: 'POST /api/device/code',
    about: 'with a made-up code',
    of: 'nothing',
    ask: post(
      () => '/api/device/code',
      () => ({ code: 'x'.repeat(60), token: 'x' }),
    ),
    refused: [400],
  },
  {
    call: 'POST /api/device/ping',
    about: 'with a made-up token',
    ask: post(
      () => '/api/device/ping',
      () => ({
        token: 'x',
        versionCode: 156_060_001,
        now: new Date().toISOString(),
        locked: false,
        facts: { app: '1', forms: [], unsent: { count: 0 }, at: 'app' },
        acks: [],
      }),
      {},
    ),
    allows: ({ body }) => body['registered'] === true,
  },
  { call: 'GET /api/device/qr.png', ask: get((h) => `/api/device/qr.png?billing=${h.billing}&device=${h.device}`) },
  // Reports and search
  {
    call: 'POST /api/statistics',
    ask: post(
      () => '/api/statistics',
      (h) => ({ start: day(), end: day(), projects: [h.team] }),
    ),
    allows: ({ text }) => text.includes('"session"'),
  },
  { call: 'GET /api/statistics/:session', about: 'a report of another person', ask: get((h) => `/api/statistics/${h.report}`) },
  {
    call: 'GET /api/statistics/export.csv',
    about: 'a report of another person',
    ask: get((h) => `/api/statistics/export.csv?session=${h.report}`),
  },
  { call: 'GET /api/find', of: 'self', ask: get(() => '/api/find?q=tower') },
  { call: 'GET /api/helpLaunchers', of: 'nothing', ask: get(() => '/api/helpLaunchers') },
  { call: 'GET /api/mail', of: 'nothing', open: 'mail that no mail server took, for who runs the product', ask: get(() => '/api/mail') },
  { call: 'GET /api/changes', of: 'self', ask: get(() => '/api/changes') },
  // People and sessions
  { call: 'GET /api/data/*', about: 'the settings of another person', ask: get((h) => `/api/data/people/${h.author.uid}`) },
  {
    call: 'PATCH /api/data/*',
    about: 'the settings of another person',
    ask: patch(
      (h) => `/api/data/people/${h.author.uid}`,
      () => data({ lang: 'es' }),
    ),
  },
  {
    call: 'PATCH /api/data/*',
    about: 'their own settings',
    of: 'self',
    ask: patch(
      (_h, c) => `/api/data/people/${c.device.uid}`,
      () => data({ lang: 'en' }),
    ),
  },
  { call: 'GET /api/me', of: 'self', ask: get(() => '/api/me') },
  {
    call: 'POST /api/user/:uid:sync',
    about: 'of another person',
    ask: post(
      (h) => `/api/user/${h.author.uid}:sync`,
      () => [{ type: 'core' }],
    ),
  },
  {
    call: 'POST /api/user/:uid:sync',
    about: 'their own',
    of: 'self',
    ask: post(
      (_h, c) => `/api/user/${c.device.uid}:sync`,
      () => [{ type: 'core' }],
    ),
  },
  { call: 'GET /api/grants', about: 'of another person', ask: get((h) => `/api/grants?of=${h.author.uid}`) },
  { call: 'GET /api/grants', about: 'their own', of: 'self', ask: get(() => '/api/grants') },
  { call: 'GET /api/grants/people', of: 'self', ask: get(() => '/api/grants/people') },
  {
    call: 'POST /api/grants:revoke',
    about: 'of another person',
    ask: post(
      () => '/api/grants:revoke',
      (h) => ({ of: h.author.uid }),
    ),
  },
  { call: 'GET /api/sessions', of: 'self', ask: get(() => '/api/sessions') },
  { call: 'GET /api/push', of: 'self', ask: get(() => '/api/push') },
  {
    call: 'POST /api/push:subscribe',
    about: 'their own browser',
    of: 'self',
    ask: post(
      () => '/api/push:subscribe',
      () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`, keys: browserKeys().keys }),
    ),
  },
  {
    call: 'POST /api/push:unsubscribe',
    about: 'a browser of another person',
    of: 'nothing',
    ask: post(
      () => '/api/push:unsubscribe',
      () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}` }),
    ),
    allows: ({ body }) => body['ended'] !== 0,
  },
  {
    call: 'POST /api/push:choose',
    of: 'self',
    ask: post(
      () => '/api/push:choose',
      () => ({ off: [], details: false }),
    ),
  },
  {
    call: 'POST /api/push:test',
    about: 'a browser of another person',
    of: 'nothing',
    ask: post(
      () => '/api/push:test',
      () => ({ endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}` }),
    ),
    allows: ({ body }) => body['outcome'] !== 'gone',
  },
  {
    call: 'POST /api/sessions:end',
    about: 'one of another person',
    of: 'nothing',
    ask: post(
      () => '/api/sessions:end',
      () => ({ id: newId() }),
    ),
    allows: ({ body }) => body['ended'] !== 0,
  },
  {
    call: 'POST /api/logins:unlink',
    of: 'self',
    ask: post(
      () => '/api/logins:unlink',
      () => ({ provider: 'design' }),
    ),
  },
  { call: 'POST /api/sessions:end', about: 'all of their own', of: 'self', ask: post(() => '/api/sessions:end'), ends: true },
  {
    call: 'POST /auth/leave',
    about: 'with a made-up grant',
    of: 'nothing',
    ask: post(
      () => '/auth/leave',
      () => ({ grant: 'x'.repeat(43), done: true }),
    ),
    allows: ({ body }) => body['ended'] === true,
  },
  { call: 'GET /api/losses', of: 'self', ask: get(() => '/api/losses') },
  {
    call: 'GET /api/impersonate',
    ask: get((h) => `/api/impersonate?uid=${h.author.uid}`),
    ends: true,
    open: 'who runs the product looks at it as anybody',
  },
  { call: 'POST /api/impersonate/stop', of: 'self', ask: post(() => '/api/impersonate/stop'), ends: true },
  { call: 'POST /auth/logout', of: 'self', ask: post(() => '/auth/logout'), ends: true },
  {
    call: 'POST /auth/verify',
    of: 'nothing',
    ask: post(
      () => '/auth/verify',
      () => ({ mobile: `+1202555${String(9000 + ((seq += 1) % 900))}` }),
    ),
  },
  {
    call: 'POST /auth/signup',
    about: 'without the right PIN',
    of: 'nothing',
    ask: post(
      () => '/auth/signup',
      () => ({ mobile: '+12025550199', pin: '000000' }),
    ),
    allows: succeeded,
  },
  {
    call: 'POST /auth/mytasks',
    about: 'without the right PIN',
    of: 'nothing',
    ask: post(
      () => '/auth/mytasks',
      () => ({ mobile: '+12025550199', pin: '000000' }),
    ),
    allows: succeeded,
  },
  { call: 'GET /api/login/providers', of: 'nothing', ask: get(() => '/api/login/providers') },
  {
    call: 'POST /oauth/finish',
    about: 'with a made-up ticket',
    of: 'nothing',
    ask: post(
      () => '/oauth/finish',
      () => ({ ticket: 'x'.repeat(43), secret: 'y'.repeat(43) }),
    ),
    allows: succeeded,
  },
  { call: 'GET /oauth/authorize/:provider', of: 'nothing', ask: get(() => `/oauth/authorize/construction?challenge=${'C'.repeat(43)}`) },
  { call: 'GET /oauth/callback/:provider', of: 'nothing', ask: get(() => '/oauth/callback/construction?code=a&state=b') },
  {
    call: 'POST /oauth/callback/:provider',
    about: 'without SAML',
    of: 'nothing',
    ask: post(() => '/oauth/callback/saml'),
    refused: [404, 415],
  },
  {
    call: 'GET /api/login/saml/metadata',
    about: 'without SAML',
    of: 'nothing',
    ask: get(() => '/api/login/saml/metadata'),
    refused: [404],
  },
  {
    call: 'GET /oauth/demo/*',
    about: 'of the demo, to another site',
    of: 'nothing',
    ask: get(() => '/oauth/demo/construction/authorize?redirect_uri=http://evil.example/&response_type=code&client_id=x&state=1'),
    refused: [400],
  },
  // Passkeys
  { call: 'POST /auth/passkey/options', of: 'nothing', ask: post(() => '/auth/passkey/options') },
  {
    call: 'POST /auth/passkey',
    about: 'with a made-up key',
    of: 'nothing',
    ask: post(
      () => '/auth/passkey',
      () => ({ credential: { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' } } }),
    ),
    refused: [400],
    allows: succeeded,
  },
  { call: 'GET /api/passkeys', of: 'self', ask: get(() => '/api/passkeys') },
  { call: 'POST /api/passkeys:begin', of: 'self', ask: post(() => '/api/passkeys:begin'), also: [409] },
  {
    call: 'POST /api/passkeys:add',
    about: 'with a made-up key',
    of: 'nothing',
    ask: post(
      () => '/api/passkeys:add',
      () => ({ name: 'Mine', credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } } }),
    ),
    refused: [400],
  },
  {
    call: 'POST /api/passkeys:remove',
    about: 'of another person',
    of: 'nothing',
    ask: post(
      () => '/api/passkeys:remove',
      () => ({ id: 'AAAA' }),
    ),
    allows: ({ body }) => body['removed'] === true,
  },
  { call: 'GET /api/passkey-rule/:billing', ask: get((h) => `/api/passkey-rule/${h.billing}`) },
  {
    call: 'POST /api/passkey-rule/:billing',
    ask: post(
      (h) => `/api/passkey-rule/${h.billing}`,
      () => ({ required: false }),
    ),
  },
  {
    call: 'POST /api/passkey-rule/:billing/reset',
    ask: post(
      (h) => `/api/passkey-rule/${h.billing}/reset`,
      (h) => ({ uid: h.treasurer }),
    ),
  },
  // The directory of an account
  { call: 'GET /api/directory/:billing', ask: get((h) => `/api/directory/${h.billing}`) },
  { call: 'POST /api/directory/:billing/token', ask: post((h) => `/api/directory/${h.billing}/token`) },
  {
    call: 'POST /api/directory/:billing/remove',
    ask: post((h) => `/api/directory/${h.billing}/remove`),
  },
  {
    call: 'POST /api/directory/:billing/group/:group',
    ask: post(
      (h) => `/api/directory/${h.billing}/group/${newId()}`,
      () => ({ role: 'Worker' }),
    ),
    // A role without a project: only the Owner learns that.
    also: [400],
  },
  // The outbox of a device
  {
    call: 'POST /api/outbox:reconcile',
    of: 'self',
    ask: post(
      () => '/api/outbox:reconcile',
      () => ({ opIds: [newId()] }),
    ),
  },
  { call: 'POST /api/outbox/:opId:cancel', of: 'self', ask: post(() => `/api/outbox/${newId()}:cancel`) },
  { call: 'GET /api/seal-key', of: 'nothing', ask: get(() => '/api/seal-key') },
  {
    call: 'POST /api/seals:open',
    of: 'self',
    ask: post(
      () => '/api/seals:open',
      () => ({ items: [] }),
    ),
  },
  // The demo, translation and public data
  {
    call: 'POST /api/translate',
    of: 'nothing',
    ask: post(
      () => '/api/translate',
      () => ({ outputLang: 'es', inputs: [{ text: 'Vendor' }] }),
    ),
  },
  { call: 'GET /api/demo', about: 'with the demo only', of: 'nothing', ask: get(() => '/api/demo') },
  { call: 'GET /api/demo/texts', about: 'with the demo only', of: 'nothing', ask: get(() => '/api/demo/texts') },
  { call: 'GET /api/demo/phones', about: 'with the demo only', of: 'nothing', ask: get(() => '/api/demo/phones') },
  {
    call: 'POST /api/demo/phones',
    about: 'with the demo only',
    of: 'nothing',
    ask: post(
      () => '/api/demo/phones',
      () => ({ id: newId(), from: '+12025550177', text: 'hi' }),
    ),
  },
  {
    call: 'POST /api/demo/ask',
    about: 'with the demo only',
    of: 'nothing',
    ask: post(
      () => '/api/demo/ask',
      () => ({ bot: idOf('bot Daily Notes') }),
    ),
  },
  {
    call: 'POST /api/demo',
    about: 'with the demo only',
    of: 'nothing',
    ask: post(
      () => '/api/demo',
      () => ({ project: 'p', email: email(), name: 'Ann', company: 'c', number: '+12025550178', time: new Date().toISOString() }),
    ),
  },
  {
    call: 'POST /api/groundbreak',
    about: 'with the demo only',
    of: 'nothing',
    ask: post(
      () => '/api/groundbreak',
      () => ({ email: email(), name: 'Ann', company: 'c', number: '+12025550179', time: new Date().toISOString() }),
    ),
  },
  { call: 'GET /api/ping', of: 'nothing', ask: get(() => '/api/ping') },
  { call: 'GET /healthz', of: 'nothing', ask: get(() => '/healthz') },
  { call: 'GET /readyz', of: 'nothing', ask: get(() => '/readyz') },
  { call: 'GET /schema/form.json', of: 'nothing', ask: get(() => '/schema/form.json') },
  { call: 'POST /share', of: 'nothing', ask: post(() => '/share') },
  { call: 'GET /media/*', of: 'nothing', ask: get(() => '/media/safety-manual.pdf') },
  { call: 'GET /*', of: 'nothing', about: 'the app', ask: get(() => '/login') },
  // Last, because archiving a project ends its kiosks.
  {
    call: 'POST /api/team/:id:archive',
    ask: post((h) => `/api/team/${h.team}:archive`),
    allows: succeeded,
    undo: (h) => `update teams set archived = false where id = '${h.team}'`,
  },
]

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }

/** A picture of one white pixel, in base64. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg=='

/** A PDF as a browser's form sends it. */
function pdf(path: (home: Home) => string, method = 'POST') {
  return (home: Home): Ask => {
    const bytes =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
    const head = '--limit\r\nContent-Disposition: form-data; name="pdf"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
    return {
      method,
      path: path(home),
      body: `${head}${bytes}\r\n--limit--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=limit' },
    }
  }
}
