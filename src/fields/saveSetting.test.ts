import { expect, it, vi } from 'vitest'
import type { ActionMessage } from '../../contract/forms/action.ts'
import type { Form } from '../engine/form.ts'
import { runNext } from './runNext.ts'
import type { FormHost } from './useFormHost.ts'

const whole = {
  path: 'forms/daily/:new',
  feed: 'Noted',
  rpc: 'notify-managers',
  saveRpc: 'complete',
  allowedAttributes: ['a'],
  recoveryEnabled: true,
  returnUrl: 'back',
  returnUrlDelay: 5,
  returnMessage: 'Bye',
}

const run = async (next: ActionMessage) => {
  const [save, action] = [vi.fn(), vi.fn()]
  const host = { save, recordPath: 'forms/x/1', page: { run: action } } as unknown as FormHost
  await runNext(next, { model: () => ({ a: 1 }) } as unknown as Form, host)
  return { saves: save.mock.calls, actions: action.mock.calls }
}

it('FE-357 a save after a video or a document keeps everything that its message says', async () => {
  const { saves, actions } = await run({ message: 'save.firestore.record', ...whole })
  expect(saves).toEqual([[{ type: 'save', ...whole }]])
  expect(actions).toEqual([])
})

it('FE-357 a save of values of its own goes to the page with all of it', async () => {
  const message: ActionMessage = { message: 'save.firestore.record', ...whole, record: { done: true } }
  const { saves, actions } = await run(message)
  expect(saves).toEqual([])
  expect(actions).toEqual([[message, { model: { a: 1 }, path: 'forms/x/1' }]])
})
