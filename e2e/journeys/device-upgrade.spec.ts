import type { Page } from '@playwright/test'
import { newId } from '../harness/api.ts'
import { deviceRows } from '../harness/device-rows.ts'
import { cookiesOf } from '../harness/cookiesOf.ts'
import { expect, people, test, writeOwner } from '../harness/fixtures.ts'

/** A page of the site that does not run the app. */
const withoutApp = '/readyz'

interface Left {
  readonly owner: string
  readonly opId: string
  readonly record: string
}

/**
 * Runs in a page without the app: makes the database as version 1 of the schema defined it, with a save, a chat
 * text and a grant. The page keeps its connection and closes it only when it is told to, like a frozen one.
 */
async function leaveVersionOne({ owner, opId, record }: Left) {
  const tables: Record<string, [string | string[], ...[string, string | string[], boolean?][]]> = {
    meta: ['key'],
    principals: ['owner'],
    screens: [
      ['owner', 'url'],
      ['fetchedAt', 'fetchedAt'],
    ],
    records: [['owner', 'path']],
    drafts: [
      ['owner', 'path', 'initHash'],
      ['[owner+path]', ['owner', 'path']],
    ],
    shelf: ['id', ['owner', 'owner'], ['[owner+path]', ['owner', 'path']]],
    outbox: [
      'seq',
      ['opId', 'opId', true],
      ['dedupe', 'dedupe', true],
      ['[owner+seq]', ['owner', 'seq']],
      ['[owner+stream+seq]', ['owner', 'stream', 'seq']],
      ['[owner+state]', ['owner', 'state']],
    ],
    blobs: ['id', ['opId', 'opId'], ['draftId', 'draftId']],
    bytes: ['id'],
    receipts: ['opId', ['[owner+at]', ['owner', 'at']], ['at', 'at']],
    cancels: ['opId', ['owner', 'owner']],
    progress: [['owner', 'uri']],
    unprocessed: ['id', ['owner', 'owner']],
    losses: ['id'],
    quarantine: ['id', ['owner', 'owner']],
  }
  const numbered = new Set(['shelf', 'outbox', 'unprocessed', 'losses', 'quarantine'])
  const request = indexedDB.open('muster', 10)
  request.onupgradeneeded = () => {
    for (const [name, [keyPath, ...indexes]] of Object.entries(tables)) {
      const table = request.result.createObjectStore(name, { keyPath, autoIncrement: numbered.has(name) })
      for (const [index, path, unique = false] of indexes) table.createIndex(index, path, { unique })
    }
  }
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  const path = `forms/quick/${record}`
  const clientAt = new Date().toISOString()
  const change = request.result.transaction(['meta', 'outbox'], 'readwrite')
  change.objectStore('meta').put({ key: `chat ${owner} somewhere`, value: { text: 'On my way' } })
  change.objectStore('meta').put({ key: 'grant:u:elsewhere', value: '' })
  change.objectStore('outbox').put({
    v: 1,
    opId,
    owner,
    dedupe: `${owner}|${path}||1`,
    kind: 'POST /api/data/*',
    method: 'POST',
    url: `/api/data/${path}`,
    path,
    stream: path,
    body: { payload: { note: 'From version 1' }, clientAt, skewMs: 0 },
    payloadHash: '1',
    blobIds: [],
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    clientAt,
    skewMs: 0,
    appVersion: '0.1.0',
  })
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onerror = () => reject(change.error)
  })
  Object.assign(globalThis, { letGo: () => request.result.close() })
}

const versionOf = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'muster')?.version)

/** Rows of a table, without the app. */
const rowsOf = (page: Page, table: string) =>
  page.evaluate(async (name) => {
    const request = indexedDB.open('muster')
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    const rows = request.result.transaction(name).objectStore(name).getAll()
    await new Promise((resolve) => {
      rows.onsuccess = resolve
    })
    request.result.close()
    return rows.result as Record<string, unknown>[]
  }, table)

test('a device with saves of an older version waits for its other window, then upgrades, keeps every row and sends what waited', async ({
  context,
  page: old,
  site,
  manager,
}) => {
  const { headers } = await site.reader(people.worker)
  const left: Left = { owner: `u:${headers['x-actor']}`, opId: newId(), record: newId() }
  await context.addCookies(cookiesOf(headers['cookie'], site.address))
  await old.goto(site.address + withoutApp)
  await old.evaluate(leaveVersionOne, left)
  await old.evaluate(writeOwner, left.owner)

  const page = await context.newPage()
  await page.goto(`${site.address}/frontend/tasks/${headers['x-actor']}`)
  const closeTheOther = page.getByText('An older version of Muster is open in another window.')
  await expect(closeTheOther).toBeVisible()
  expect(await versionOf(page)).toBe(10)
  await old.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo())

  await expect.poll(() => versionOf(page)).toBe(20)
  await expect(closeTheOther).toBeHidden()
  const sent = async () => (await manager.records('quick')).filter(({ path }) => path.endsWith(left.record))
  await expect.poll(async () => (await sent()).length).toBe(1)
  await expect.poll(async () => (await deviceRows(page)).outbox).toEqual([])
  expect((await deviceRows(page)).receipts).toContainEqual({ opId: left.opId, path: `forms/quick/${left.record}`, outcome: 'sent' })
  expect(await rowsOf(page, 'typed')).toEqual([{ owner: left.owner, kind: 'chat', place: 'somewhere', value: { text: 'On my way' } }])
  expect(await rowsOf(page, 'grants')).toEqual(expect.arrayContaining([{ owner: 'u:elsewhere', token: '' }]))
  expect((await rowsOf(page, 'meta')).filter(({ key }) => /^(?:chat |grant:)/.test(String(key)))).toEqual([])
})
