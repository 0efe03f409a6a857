import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { FeedEntry } from '../../../contract/endpoints/records.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { setOwner } from '../../store/identity/getOwner.ts'
import { discardOp } from '../../store/outbox/queue.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import example from './chat.form.json'

const me = 'u:me'
const path = 'forms/test/A1234567890123456789'
const address = `/api/feed/${path}`
const entry = (n: number, text: string, more: Partial<FeedEntry> = {}): FeedEntry => ({
  n,
  opId: `O${String(n).padStart(19, '0')}`,
  type: 'message',
  text,
  sms: false,
  actor: 'boss',
  name: 'Grace Okafor',
  at: new Date(Date.now() - (100 - n) * 60_000).toISOString(),
  ...more,
})

/** The server's answers; undefined: it cannot be reached. */
let server: Record<string, { entries: FeedEntry[]; next?: string }> | undefined
let count = 0
const pulled: string[] = []

// The control is in a lazy chunk.
beforeAll(async () => void (await import('./ChatField.tsx')))
beforeEach(async () => {
  count++
  setStore(openStore({ db: new MusterDb({ name: `chat-${count}` }), spill: new SpillDb({ name: `chat-spill-${count}` }) }))
  await setOwner(me)
  server = { [address]: { entries: [] } }
  pulled.length = 0
  setFetcher(async (url, owner) => {
    pulled.push(url)
    const data = server?.[url]
    if (!data) return 'offline'
    const before = await getStore().db.screens.get([owner, url])
    await getStore().db.screens.put({ owner, url, v: 1, data, version: (before?.version ?? 0) + 1, fetchedAt: Date.now() })
    return 'fresh'
  })
})
const open: Awaited<ReturnType<typeof drawForm>>[] = []
afterEach(async () => {
  for (const page of open.splice(0)) await page.remove()
  setFetcher(undefined)
  vi.restoreAllMocks()
})

async function draw(type: 'chat' | 'feed' = 'chat', { more = {}, ...options }: { more?: object } & Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm([{ type, label: 'Conversation', ...more }], {
    pagePath: path,
    ...options,
    host: { recordPath: path, owner: me, ...options.host },
  })
  open.push(page)
  return page
}
const ready = (page: Awaited<ReturnType<typeof draw>>) => page.until(() => document.querySelector('.m-chatField-list'))
const box = () => document.querySelector<HTMLTextAreaElement>('.m-chatField-root textarea') as HTMLTextAreaElement
const bubbles = () => [...document.querySelectorAll('.m-chatField-message .m-chatField-text')].map((each) => each.textContent)
const waiting = () => getStore().db.outbox.toArray()
const key = (how: KeyboardEventInit) =>
  act(() => void box().dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...how })))

it('the example form is right', () => {
  expect(checkSettings(example)).toMatchObject({ ok: true })
})

describe('reading', () => {
  it('FE-158 shows the messages of the record, newest last, with who and when', async () => {
    server = { [address]: { entries: [entry(2, 'On my way'), entry(1, 'Gate 4 is blocked', { actor: 'me', name: 'Ashley Tran' })] } }
    const page = await draw('feed')
    await page.until(() => bubbles().length === 2)
    expect(bubbles()).toEqual(['Gate 4 is blocked', 'On my way'])
    expect(page.text()).toContain('You')
    expect(page.text()).toContain('Grace Okafor')
    expect([...document.querySelectorAll('time')].map((each) => each.dateTime)).toEqual(
      [...(server[address]?.entries ?? [])].reverse().map(({ at }) => at),
    )
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('does not put into a person’s mouth what a save answers by itself', async () => {
    server = { [address]: { entries: [entry(1, 'Thanks I have captured those form changes.', { actor: 'me', sms: true })] } }
    const page = await draw('feed')
    await page.until(() => bubbles().length === 1)
    expect(page.text()).toContain('Automatic message to you')
    expect(document.querySelector('[data-mine]')).toBeNull()
  })

  it('shows older messages on demand, above', async () => {
    server = {
      [address]: { entries: [entry(3, 'three')], next: '3' },
      [`${address}?cursor=3`]: { entries: [entry(2, 'two'), entry(1, 'one')] },
    }
    const page = await draw('feed')
    await page.until(() => bubbles().length === 1)
    await page.press(page.button('Show earlier messages'))
    await page.until(() => bubbles().length === 3)
    expect(bubbles()).toEqual(['one', 'two', 'three'])
    expect(page.hasButton('Show earlier messages')).toBe(false)
  })

  it('without a connection shows the device’s copy and its age', async () => {
    server = { [address]: { entries: [entry(1, 'Gate 4 is blocked')] } }
    const first = await draw('feed')
    await first.until(() => bubbles().length === 1)
    await open.pop()?.remove()
    server = undefined
    const page = await draw('feed')
    await page.until(() => page.text().includes('Kept on this device'))
    expect(bubbles()).toEqual(['Gate 4 is blocked'])
  })

  it('says so when the device has no copy, and when no person has written', async () => {
    server = undefined
    const page = await draw('feed')
    await page.until(() => page.text().includes('not on this device'))
    await open.pop()?.remove()
    server = { [address]: { entries: [] } }
    const next = await draw('feed', { more: { emptyMessage: 'All quiet' } })
    await next.until(() => next.text().includes('All quiet'))
  })

  it('shows every text as text', async () => {
    server = { [address]: { entries: [entry(1, '<img src=x onerror=alert(1)> **bold**\nsecond line')] } }
    const page = await draw('feed')
    await page.until(() => bubbles().length === 1)
    expect(bubbles()[0]).toBe('<img src=x onerror=alert(1)> **bold**\nsecond line')
    expect(document.querySelector('.m-chatField-root img')).toBeNull()
  })
})

describe('writing', () => {
  it('FE-013 FE-149 a form has a conversation: a box with a placeholder under the messages', async () => {
    const page = await draw('chat', { more: { placeholder: 'Ask the foreman' } })
    await ready(page)
    expect(box().placeholder).toBe('Ask the foreman')
    expect(page.button('Send').disabled).toBe(true)
    expect(page.text()).toContain('Conversation')
  })

  it('FE-015 a message goes into the outbox for the feed of the record, and is shown at once as saved on this device', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), '  Gate 4 is blocked ')
    await page.press(page.button('Send'))
    await page.until(() => bubbles().length === 1)
    expect(box().value).toBe('')
    expect(page.text()).toContain('Saved on this device')
    expect(await waiting()).toMatchObject([
      { method: 'POST', url: address, path, body: { text: 'Gate 4 is blocked' }, owner: me, title: 'Conversation: Gate 4 is blocked' },
    ])
  })

  it('Ctrl+Enter sends, Enter alone begins a line', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), 'hello')
    await key({ key: 'Enter' })
    expect(box().value).toBe('hello')
    expect(await waiting()).toEqual([])
    await key({ key: 'Enter', ctrlKey: true })
    await page.until(async () => (await waiting()).length === 1)
  })

  it('nothing but spaces is not sent', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), '  \n ')
    expect(page.button('Send').disabled).toBe(true)
    await key({ key: 'Enter', ctrlKey: true })
    expect(await waiting()).toEqual([])
  })

  it('the same words twice are two messages, a double press is one', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), 'yes')
    const button = page.button('Send')
    await act(() => {
      button.click()
      button.click()
    })
    await page.until(() => bubbles().length > 0)
    expect(bubbles()).toEqual(['yes'])
    await page.type(box(), 'yes')
    await page.press(page.button('Send'))
    await page.until(() => bubbles().length === 2)
    expect((await waiting()).map(({ body }) => body['text'])).toEqual(['yes', 'yes'])
  })

  it('says sending, then sent, and then shows once in the feed', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), 'hello')
    await page.press(page.button('Send'))
    await page.until(() => bubbles().length === 1)
    const { db } = getStore()
    const [row] = await waiting()
    if (!row) throw new Error('nothing waits')
    await act(async () => void (await db.outbox.update(row.seq, { state: 'sending' })))
    await page.until(() => page.text().includes('Sending'))
    // The message was sent, but the cached feed is older.
    const asked = pulled.length
    await act(() =>
      db.transaction('rw', db.outbox, db.receipts, async () => {
        await db.outbox.delete(row.seq)
        await db.receipts.put({
          opId: row.opId,
          v: 1,
          owner: me,
          path,
          outcome: 'sent',
          answer: { rev: 2 },
          clientAt: row.clientAt,
          at: Date.now(),
        })
      }),
    )
    await page.until(() => document.querySelector('[data-delivery=sent]'))
    expect(bubbles()).toEqual(['hello'])
    await page.until(() => pulled.length > asked)
    server = { [address]: { entries: [entry(1, 'hello', { opId: row.opId, actor: 'me' })] } }
    await act(() => void window.dispatchEvent(new Event('online')))
    await page.until(() => !document.querySelector('[data-delivery]'))
    expect(bubbles()).toEqual(['hello'])
  })

  it('a refused message says why, and a discarded one goes', async () => {
    const page = await draw()
    await ready(page)
    await page.type(box(), 'hello')
    await page.press(page.button('Send'))
    await page.until(() => bubbles().length === 1)
    const [row] = await waiting()
    if (!row) throw new Error('nothing waits')
    const lastError = { kind: 'refused', code: 'FORBIDDEN', message: 'You may not change this record.', at: 1 } as const
    await act(async () => void (await getStore().db.outbox.update(row.seq, { state: 'parked', lastError })))
    await page.until(() => document.querySelector('[data-delivery=needsYou]'))
    await act(() => discardOp(row.opId))
    await page.until(() => bubbles().length === 0)
  })

  it('what the device can not store stays in the box, with the reason', async () => {
    const page = await draw()
    await ready(page)
    vi.spyOn(getStore().db.outbox, 'add').mockRejectedValue(new DOMException('full', 'DataError'))
    await page.type(box(), 'hello')
    await page.press(page.button('Send'))
    await page.until(() => document.querySelector('.m-chatField-root .m-controls-error'))
    expect(box().value).toBe('hello')
    expect(bubbles()).toEqual([])
  })

  it('before the first save there is no record to write on, and the field says so', async () => {
    for (const type of ['chat', 'feed'] as const) {
      const page = await draw(type, { pagePath: 'forms/test/:new' })
      await page.until(() => page.text().includes('Messages begin after the first save.'))
      expect(document.querySelector('.m-chatField-root')).toBeNull()
      await open.pop()?.remove()
    }
    expect(pulled).toEqual([])
  })

  it('who may only read writes nothing', async () => {
    const page = await draw('chat', { readOnly: true })
    await ready(page)
    expect(box()).toBeNull()
  })
})
