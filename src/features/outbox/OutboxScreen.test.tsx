// Before Dexie, which looks for it once.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bringTalk } from '../../../contract/endpoints/chat.ts'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { closeDevice, openDevice, type OpenScreen, openScreen } from '../../../tests/harness/console.tsx'
import { queue } from '../../store/outbox/queue.ts'
import { OutboxScreen } from './OutboxScreen.tsx'

let screen: OpenScreen | undefined

beforeEach(openDevice)
afterEach(async () => {
  await screen?.page.remove()
  closeDevice()
})

const cards = () => [...document.querySelectorAll('[data-save]')].map((card) => card.textContent)

it('says of a signed talk that waits why it is not edited, and offers to discard it; other saves are edited', async () => {
  const signed = { date: '2026-06-01', lang: 'en', made_by: 'Ana', people: [], people_names: '', signed: '', not_signed: '' }
  const messages = [{ id: 'Message0000000000001', message: 'Ana', reply: 'Thank you.' }]
  const body = { bot: 'bot', lang: 'en', messages, context: { name: 'Ana', now: '2026-06-01 07:05', today: '2026-06-01' }, signed }
  await queue(saveRecord, { '*': 'forms/quick/A2345678901234567890' }, { payload: { n: 1 } }, { title: 'Quick note' })
  await queue(bringTalk, { '*': 'forms/talks/B2345678901234567890' }, body, { title: 'Toolbox Talk: Wind' })
  screen = await openScreen('/outbox', { '/outbox': OutboxScreen })
  await screen.page.until(() => cards().length === 2)
  const [note, talk] = cards()
  expect(note).toContain('Edit')
  expect(note).not.toContain('The crew signed')
  expect(talk).toContain('The crew signed this talk, so it can’t be changed. Discard it to hold it again.')
  expect(talk).not.toContain('Edit')
  expect(talk).toContain('Discard')
})
