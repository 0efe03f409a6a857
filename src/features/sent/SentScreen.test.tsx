import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SentRecord } from '../../../contract/endpoints/people/listSent.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { getStore } from '../../store/db/store.ts'
import { queue } from '../../store/outbox/queue.ts'
import { SentScreen } from './SentScreen.tsx'

let drawn: DrawnPage
beforeEach(freshDevice)
afterEach(() => putDown(drawn))

it('a record is corrected from the list until it is approved; one that waits is changed in the outbox', async () => {
  const at = new Date().toISOString()
  const record = (id: string, state: SentRecord['state']): SentRecord => ({
    path: `forms/hazard/${id}`,
    form: 'hazard',
    name: `Hazard ${id}`,
    rev: 1,
    at,
    updatedAt: at,
    state,
  })
  const { db, now } = getStore()
  const data = { records: [record('a', 'received'), record('b', 'approved'), record('c', 'rejected'), record('d', 'review')] }
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
