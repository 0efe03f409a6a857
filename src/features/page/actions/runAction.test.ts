import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Action } from '../../../../contract/forms/action.ts'
import { locationSave } from '../../../../contract/endpoints/actions.ts'
import { autoFeed, type Model } from '../../../../contract/endpoints/records.ts'
import type { ActionContext } from '../../../engine/PageHost.ts'
import { getPreference, setPreference } from '../../../store/preferences/preferences.ts'
import { getStore } from '../../../store/db/store.ts'
import { AskFailed } from '../../../sync/ask.ts'
import { setCurrentPage } from '../currentPage.ts'
import { menuTitle } from './stepOf.ts'
import { type MenuEntry, runAction } from './runAction.ts'

const asked = vi.hoisted(() => ({
  calls: [] as { path: string; params: unknown; body: unknown; query: unknown; method: string }[],
  answer: (): unknown => ({}),
}))
const words = vi.hoisted(() => ({
  alerts: [] as string[],
  questions: [] as string[],
  yes: true,
  toasts: [] as [string, string | undefined][],
}))

vi.mock('../../../sync/ask.ts', async (original) => ({
  ...(await original<object>()),
  ask: async (endpoint: { path: string; method: string }, params: unknown, body: unknown, options?: { query?: unknown }) => {
    asked.calls.push({ path: endpoint.path, method: endpoint.method, params, body, query: options?.query })
    return asked.answer()
  },
}))
vi.mock('../../../ui/overlays/confirmDialog.tsx', () => ({
  alertDialog: async (text: string) => void words.alerts.push(text),
  confirmDialog: async ({ text }: { text: string }) => {
    words.questions.push(text)
    return words.yes
  },
}))
vi.mock('../../../ui/feedback/toast.tsx', () => ({ toast: (text: string, level?: string) => void words.toasts.push([text, level]) }))

const id = 'A'.repeat(20)
const path = `forms/hazard/${id}`
const told = {
  finished: [] as object[],
  failed: [] as object[],
  addresses: [] as string[],
  reloads: 0,
  busy: 0,
  menus: [] as (readonly MenuEntry[])[],
}
let pick: MenuEntry | undefined

const run = (action: Action, context: Partial<ActionContext> = {}, record?: { path: string; rev: number; model: Model }) =>
  runAction(
    action,
    { model: {}, path, ...context },
    {
      host: {
        busy: () => {
          told.busy++
          return () => undefined
        },
        finish: (result, origin) => void told.finished.push({ ...result, origin }),
        fail: (error, recovery) => void told.failed.push({ ...error, ...(recovery !== undefined && { recovery }) }),
        reload: () => void told.reloads++,
        navigate: (url) => void told.addresses.push(url),
      },
      record,
      choose: async (entries) => {
        told.menus.push(entries)
        return pick
      },
    },
  )

const outbox = async () =>
  (await getStore().db.outbox.toArray()).map(({ method, url, body, stream, baseRev }) => {
    const { clientAt: _, skewMs: __, ...rest } = body
    return { method, url, body: rest, stream, ...(baseRev !== undefined && { baseRev }) }
  })

beforeEach(async () => {
  asked.calls.length = 0
  asked.answer = () => ({})
  Object.assign(words, { alerts: [], questions: [], yes: true, toasts: [] })
  Object.assign(told, { finished: [], failed: [], addresses: [], reloads: 0, busy: 0, menus: [] })
  pick = undefined
  await getStore().db.outbox.clear()
  await getStore().db.records.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete (navigator as { share?: unknown }).share
})

describe('a link with a prefix', () => {
  it('FE-387 rpc: asks the server for a named act on the record, and follows its answer', async () => {
    asked.answer = () => ({ returnUrl: 'reload', notification: 'Marked as complete' })
    await run('rpc:complete')
    expect(asked.calls).toMatchObject([{ path: '/api/rpc/:name', params: { name: 'complete' }, body: { path } }])
    expect(told.finished).toEqual([{ returnUrl: 'reload', notification: 'Marked as complete', origin: 'action' }])
    expect(told.busy).toBe(1)
  })

  it('FE-386 FE-388 FE-342 FE-343 patch: and post: send to an address of this site, with its query', async () => {
    await run('patch:/api/forms/hazard/{{key}}?quick=1')
    await run('post:forms/hazard', { model: {} })
    expect(asked.calls).toMatchObject([
      { method: 'PATCH', params: { '*': `forms/hazard/${id}` }, query: { quick: '1' } },
      { method: 'POST', params: { '*': 'forms/hazard' } },
    ])
    await run('post:https://elsewhere.example/api/forms/hazard')
    expect(asked.calls).toHaveLength(2)
    expect(told.failed).toEqual([{ message: 'This address belongs to another site: https://elsewhere.example/api/forms/hazard' }])
  })

  it('FE-390 action: runs an internal message by its name, else an address', async () => {
    await run('action:reload')
    expect(told.reloads).toBe(1)
    await run('action:/api/rpc/reopen')
    expect(asked.calls).toMatchObject([{ path: '/api/rpc/:name', params: { name: 'reopen' } }])
  })

  it('FE-389 FE-369 open: opens a window of its own, and nothing but http(s)', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await run('open:/frontend/rules')
    await run({ message: 'open', url: 'https://other.example/{{doc}}' }, { model: { doc: 'plan' } })
    await run('open:javascript:alert(1)')
    expect(open.mock.calls).toEqual([
      ['/frontend/rules', '_blank', 'noopener'],
      ['https://other.example/plan', '_blank', 'noopener'],
    ])
  })

  it('FE-391 FE-370 without a prefix it is an address to go to', async () => {
    await run('/frontend/forms/manpower')
    await run({ message: 'navigate', url: '/frontend/forms/{{form}}' }, { model: { form: 'x' } })
    await run('back')
    expect(told.addresses).toEqual(['/frontend/forms/manpower', '/frontend/forms/x', 'back'])
  })

  it('FE-385 FE-393 FE-346 share: hands the short form of an ephemeral link to the phone', async () => {
    const shared: unknown[] = []
    Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) })
    asked.answer = () => ({ shortlink: 'https://site.example/frontend/s/abc' })
    await run('share:/api/link/frontend/forms/hazard?date=2026-05-01')
    expect(asked.calls).toMatchObject([
      { path: '/api/link/*', params: { '*': 'frontend/forms/hazard' }, query: { date: '2026-05-01', json: 'true' } },
    ])
    await run('share:/frontend/forms/hazard')
    expect(shared).toEqual([{ url: 'https://site.example/frontend/s/abc' }, { url: `${location.origin}/frontend/forms/hazard` }])
  })

  it('FE-393 copies the link where there is no sharing, shows it where nothing else works, and asks again when the press is too old', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void copied.push(text) } })
    await run('share:https://other.example/a')
    expect(copied).toEqual(['https://other.example/a'])
    expect(words.toasts).toEqual([['Link copied', 'success']])
    vi.stubGlobal('navigator', {})
    await run('share:https://other.example/b')
    expect(words.alerts).toEqual(['https://other.example/b'])
    const tries: string[] = []
    const share = async ({ url }: { url: string }) => {
      tries.push(url)
      if (tries.length === 1) throw new DOMException('too late', 'NotAllowedError')
    }
    vi.stubGlobal('navigator', { share })
    await run('share:https://other.example/c')
    expect(words.questions).toEqual(['The link is ready.'])
    expect(tries).toHaveLength(2)
    const thoughtBetter = async () => {
      throw new DOMException('no', 'AbortError')
    }
    vi.stubGlobal('navigator', { share: thoughtBetter })
    await run('share:https://other.example/d')
    expect(words.alerts).toHaveLength(1)
    expect(told.failed).toEqual([])
  })
})

describe('an internal message', () => {
  it('FE-367 FE-368 url.patch and url.post send their body, and follow what is returned', async () => {
    asked.answer = () => ({ returnUrl: '/elsewhere', returnUrlDelay: 5, returnMessage: 'Done', notification: 'Sent' })
    await run(
      { message: 'url.patch', url: '/api/forms/hazard/x', body: { by: '{{name}}', n: 1 }, returnMessage: 'Mine' },
      { model: { name: 'Lee' } },
    )
    expect(asked.calls).toMatchObject([{ method: 'PATCH', params: { '*': 'forms/hazard/x' }, body: { by: 'Lee', n: 1 } }])
    expect(told.finished).toEqual([
      { returnUrl: '/elsewhere', returnUrlDelay: 5, returnMessage: 'Done', notification: 'Sent', origin: 'action' },
    ])
    asked.answer = () => ({})
    await run(
      { message: 'url.post', url: '/api/forms/hazard', returnUrl: 'back', returnMessage: 'Thanks {{name}}' },
      { model: { name: 'Lee' } },
    )
    expect(told.finished[1]).toEqual({ returnUrl: 'back', returnMessage: 'Thanks Lee', origin: 'action' })
  })

  it('FE-367 FE-368 waits in the outbox where its setting says so, once, behind the saves of its record', async () => {
    const action: Action = { message: 'url.post', url: '/api/rpc/complete', queue: true }
    await run(action)
    await run(action)
    await run({ message: 'url.post', url: '/api/rpc/reopen', queue: true })
    await run({ message: 'url.patch', url: '/api/forms/hazard/x?q=1', body: { a: 1 }, queue: true }, { path: undefined })
    expect(asked.calls).toEqual([])
    expect(await outbox()).toEqual([
      { method: 'POST', url: '/api/rpc/complete', body: { path }, stream: path },
      { method: 'POST', url: '/api/rpc/reopen', body: { path }, stream: path },
      { method: 'PATCH', url: '/api/forms/hazard/x?q=1', body: { a: 1 }, stream: 'forms/hazard/x' },
    ])
    const rows = await getStore().db.outbox.toArray()
    expect(rows[1]?.parentOpId).toBe(rows[0]?.opId)
    expect(told.finished[0]).toEqual({ queued: true, opId: rows[0]?.opId, origin: 'action' })
  })

  it('FE-345 the location picker’s save is a change of the record, made from what the person saw', async () => {
    const record = { path, rev: 3, model: { title: 'Trench', model: { location: 'L1', hours: 4 } } }
    await run({ message: 'url.patch', url: `/api/data/${path}`, body: locationSave('L2', 'Level 2') }, {}, record)
    expect(await outbox()).toEqual([
      {
        method: 'PATCH',
        url: `/api/data/${path}`,
        stream: path,
        baseRev: 3,
        body: {
          payload: { model: { location: 'L2' } },
          base: { model: { location: 'L1' } },
          feed: { type: 'notification', input: 'http', sms: true, text: 'Thanks I have now set location to Level 2' },
        },
      },
    ])
  })

  it('FE-357 save.firestore.record saves a record of its own at its own path', async () => {
    await run(
      {
        message: 'save.firestore.record',
        path: 'forms/daily/:new',
        record: { by: '{{name}}' },
        feed: 'Noted.',
        rpc: 'notify-managers',
        saveRpc: 'complete',
        allowedAttributes: ['by'],
        returnUrl: 'nop',
      },
      { model: { name: 'Lee' } },
    )
    const [row] = await outbox()
    expect(row?.url).toMatch(/^\/api\/data\/forms\/daily\/[A-Za-z0-9]{20}$/)
    expect(row).toMatchObject({
      method: 'POST',
      baseRev: 0,
      body: {
        payload: { by: 'Lee' },
        feed: { ...autoFeed, text: 'Noted.' },
        rpc: 'notify-managers',
        saveRpc: 'complete',
        allowedAttributes: ['by'],
      },
    })
    expect(told.finished).toMatchObject([{ returnUrl: 'nop', queued: true }])
  })

  it('FE-358 delete.firestore.record asks with the title, and removes the record at its path', async () => {
    words.yes = false
    await run({ message: 'delete.firestore.record', title: '{{title}}' }, { model: { title: 'Open trench' } })
    expect(words.questions).toEqual(['Delete Open trench?'])
    expect(await outbox()).toEqual([])
    words.yes = true
    await run({ message: 'delete.firestore.record', path: 'forms/daily/{{day}}', title: 'it' }, { model: { day: 'B1' } })
    await run({ message: 'delete.firestore.record' }, {}, { path, rev: 2, model: { title: 'Open trench' } })
    expect(await outbox()).toMatchObject([
      { method: 'PATCH', url: '/api/data/forms/daily/B1', body: { payload: { deleted: true }, feed: false } },
      { method: 'PATCH', url: `/api/data/${path}`, body: { payload: { deleted: true }, feed: false }, baseRev: 2 },
    ])
    expect(words.questions).toHaveLength(2)
  })

  it('FE-363 reload fetches the page again', async () => {
    await run({ message: 'reload' })
    expect(told.reloads).toBe(1)
  })

  it('FE-371 UI.ShowToast says something in passing, at its level', async () => {
    await run({ message: 'UI.ShowToast', text: 'Hello {{name}}', level: 'warning' }, { model: { name: 'Lee' } })
    expect(words.toasts).toEqual([['Hello Lee', 'warning']])
    expect(told.busy).toBe(0)
  })

  it('FE-372 UI.LangChange sets the language of the device and of the person, and only one that there is', async () => {
    setPreference('language', undefined)
    await run({ message: 'UI.LangChange', text: 'fr' })
    expect(getPreference('language')).toBeUndefined()
    await run({ message: 'UI.LangChange', text: 'es' })
    expect(getPreference('language')).toBe('es')
    expect(await outbox()).toEqual([])
    setCurrentPage({ component: 'x', person: { model: {}, path: 'people/u1' } })
    await run({ message: 'UI.LangChange', text: 'pt' })
    expect(await outbox()).toMatchObject([{ method: 'PATCH', url: '/api/data/people/u1', body: { payload: { lang: 'pt' }, feed: false } }])
    setCurrentPage(undefined)
    setPreference('language', undefined)
  })

  it('FE-365 OQ-084 Userflow.Update passes attributes to a guidance tool, and does nothing without one', async () => {
    await run({ message: 'Userflow.Update', body: { role: '{{role}}' } }, { model: { role: 'Foreman' } })
    const passed: Model[] = []
    window.userflow = { updateUser: (attributes) => void passed.push(attributes) }
    await run({ message: 'Userflow.Update', body: { role: '{{role}}', shifts: 3 } }, { model: { role: 'Foreman' } })
    delete window.userflow
    expect(passed).toEqual([{ role: 'Foreman', shifts: 3 }])
    expect(told.failed).toEqual([])
  })

  it('FE-362 FE-392 actions offers a menu with titles that read as words, and runs the chosen action', async () => {
    const actions = [
      { title: 'Mark_as_complete', action: 'rpc:complete' },
      { title: 'Go home', action: '/' },
    ]
    expect(menuTitle('Mark_as_complete')).toBe('Mark as complete')
    await run({ message: 'actions', actions })
    expect(told.menus).toEqual([
      [
        { title: 'Mark as complete', action: 'rpc:complete' },
        { title: 'Go home', action: '/' },
      ],
    ])
    expect(asked.calls).toEqual([])
    pick = { title: 'Go home', action: '/' }
    await run({ message: 'actions', actions })
    expect(told.addresses).toEqual(['/'])
  })

  it('a prompt is asked before anything is done', async () => {
    words.yes = false
    await run({ message: 'url.post', url: '/api/x', prompt: 'Really, {{name}}?' }, { model: { name: 'Lee' } })
    expect(words.questions).toEqual(['Really, Lee?'])
    expect(asked.calls).toEqual([])
  })
})

describe('an action that comes to nothing', () => {
  const failing = (error: unknown) => {
    asked.answer = () => {
      throw error
    }
  }

  it('FE-408 shows the error instead of its return message', async () => {
    failing(new AskFailed('refused', 'FORBIDDEN', 'You may not do that here.', 403))
    await run({ message: 'url.post', url: '/api/x', returnMessage: 'All done', recoveryEnabled: true })
    expect(told.failed).toEqual([{ code: 'FORBIDDEN', message: 'You may not do that here.', recovery: true }])
    expect(told.finished).toEqual([])
    asked.answer = () => ({ error: 'The crane is locked', returnMessage: 'All done' })
    await run({ message: 'url.post', url: '/api/x', returnMessage: 'All done' })
    expect(told.failed[1]).toEqual({ message: 'The crane is locked' })
    expect(told.finished).toEqual([])
  })

  it('FE-408 without a connection it says so in words, and the page stays as it is', async () => {
    failing(new AskFailed('offline', 'UNREACHABLE', ''))
    await run('rpc:complete')
    expect(words.alerts).toEqual(['This needs a connection. Everything you typed is still here; try again when you have signal.'])
    expect(told.failed).toEqual([])
    expect(await outbox()).toEqual([])
  })

  it('FE-409 gives the error of a background action to its callback alone', async () => {
    const heard: unknown[] = []
    const done = (error: unknown) => void heard.push(error)
    const action: Action = { message: 'url.post', url: '/api/x', background: true, returnMessage: 'All done' }
    failing(new AskFailed('refused', 'FORBIDDEN', 'You may not do that here.', 403))
    await run(action, { done })
    failing(new AskFailed('offline', 'UNREACHABLE', ''))
    await run(action, { done })
    asked.answer = () => ({ error: { code: 'X', message: 'No' } })
    await run(action, { done })
    asked.answer = () => ({})
    await run(action, { done })
    expect(heard).toEqual([
      { code: 'FORBIDDEN', message: 'You may not do that here.' },
      { message: 'This needs a connection. Everything you typed is still here; try again when you have signal.' },
      { code: 'X', message: 'No' },
      undefined,
    ])
    expect([told.failed, told.finished, words.alerts, told.busy]).toEqual([[], [], [], 0])
  })
})
