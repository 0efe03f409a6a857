import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { openStore, setStore } from '../../store/db/store.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { queue } from '../../store/outbox/queue.ts'
import { SyncChip } from './SyncChip.tsx'

let drawn: DrawnPage
const chip = () => document.querySelector('[data-sync]') as HTMLElement
const words = () => chip().getAttribute('aria-label')

beforeEach(async () => {
  setStore(openStore({ db: new MusterDb({ name: 'chip' }), spill: new SpillDb({ name: 'chip-spill' }) }))
  await setOwner('u:ana')
  setReach('ok')
  drawn = await drawPage(<SyncChip />)
})
afterEach(async () => {
  await drawn.remove()
  setReach('unknown')
  setStore(undefined)
  forgetOwner()
})

it('says Offline and what waits, never that all is sent, and does not flicker when the signal comes for a moment', async () => {
  expect(words()).toBe('All sent')
  const seen: (string | null)[] = []
  const watch = new MutationObserver(() => seen.push(words()))
  watch.observe(chip(), { attributes: true, attributeFilter: ['aria-label'] })
  await act(() => setReach('offline'))
  await drawn.until(() => words() === 'Offline')
  await queue(saveRecord, { '*': `forms/hazard/${'A'.repeat(20)}` }, { payload: { n: 1 } }, { title: 'Hazard' })
  await drawn.until(() => words() === 'Offline · 1 waiting')
  for (const reach of ['ok', 'offline', 'ok', 'captive'] as const) await act(() => setReach(reach))
  expect(words()).toBe('Offline · 1 waiting')
  expect(seen).toEqual(['Offline', 'Offline · 1 waiting'])
  await act(() => setReach('ok'))
  await drawn.until(() => words() === '1 saved on this device')
  watch.disconnect()
})
