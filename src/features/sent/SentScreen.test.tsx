import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressOf } from '../../../contract/endpoint.ts'
import { listSent, type SentRecord } from '../../../contract/endpoints/people/listSent.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { getStore } from '../../store/db/store.ts'
import { queue } from '../../store/outbox/queue.ts'
import { SentScreen } from './SentScreen.tsx'

let drawn: DrawnPage
beforeEach(freshDevice)
afterEach(() => putDown(drawn))

const recordOf = (id: string, state: SentRecord['state'] = 'received'): SentRecord => ({
  path: `forms/hazard/${id}`,
  form: 'hazard',
  name: `Hazard ${id}`,
  rev: 1,
  at: '2026-02-03T10:00:00Z',
  updatedAt: '2026-02-03T10:00:00Z',
  state,
})

it('older records come page by page', async () => {
  const { db, now } = getStore()
  const keep = (query: Readonly<Record<string, string>>, data: object) =>
    db.screens.put({ owner: 'u:ana', url: addressOf(listSent, undefined, query), v: 1, data, version: 1, fetchedAt: now() })
  await keep({}, { records: [recordOf('a'), recordOf('b')], more: true })
  await keep({ before: 'forms/hazard/b' }, { records: [recordOf('c')] })
  drawn = await drawPage(<SentScreen />)
  await drawn.until(() => drawn.text().includes('Hazard b'))
  await drawn.press(drawn.button('Older'))
  await drawn.until(() => drawn.text().includes('Hazard c'))
  expect([drawn.text().includes('Hazard a'), drawn.hasButton('Older')]).toEqual([false, false])
  await drawn.press(drawn.button('Newest'))
  await drawn.until(() => drawn.text().includes('Hazard a'))
})

it('a record is corrected from the list until it is approved; one that waits is changed in the outbox', async () => {
  const { db, now } = getStore()
  const data = { records: [recordOf('a'), recordOf('b', 'approved'), recordOf('c', 'rejected'), recordOf('d', 'review')] }
  await db.screens.put({ owner: 'u:ana', url: '/api/sent', v: 1, data, version: 1, fetchedAt: now() })
  await queue(saveRecord, { '*': 'forms/hazard/d' }, { payload: { n: 1 } }, { title: 'Hazard d' })
  drawn = await drawPage(<SentScreen />)
  await drawn.until(() => document.querySelectorAll('[data-record]').length === 4 && drawn.text().includes('Saved on this device'))
  const links = [...document.querySelectorAll('a[aria-label]')].map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])
  expect(links.toSorted()).toEqual([
    ['Edit: Hazard a', '/frontend/forms/hazard/a'],
    ['Edit: Hazard c', '/frontend/forms/hazard/c'],
  ])
})
