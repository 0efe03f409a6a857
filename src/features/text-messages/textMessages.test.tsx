import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { DemoPhone } from '../../../contract/endpoints/conversations.ts'
import { TextMessagesScreen } from './TextMessagesScreen.tsx'

const world = vi.hoisted(() => ({
  phones: [] as unknown[],
  bots: [] as unknown[],
  sent: [] as { path: string; body: Record<string, string> }[],
  fails: 0,
}))
vi.mock('../../sync/ask.ts', async (original) => {
  const real = await original<{ AskFailed: new (...given: unknown[]) => Error }>()
  return {
    ...real,
    ask: async ({ method, path }: { method: string; path: string }, _params: unknown, body: Record<string, string>) => {
      if (method === 'GET') return { phones: world.phones, bots: world.bots }
      world.sent.push({ path, body })
      if (world.fails > 0) {
        world.fails -= 1
        throw Object.assign(Object.create(real.AskFailed.prototype) as object, { kind: 'offline', message: 'no' })
      }
      return { taken: true, begun: 2 }
    },
  }
})

const at = '2026-05-11T15:00:00.000Z'
const phone = (number: string, more: Partial<DemoPhone> = {}): DemoPhone => ({
  number,
  waiting: false,
  lines: [{ id: `${number}1`, text: 'How many workers?', at, from: 'bot' }],
  ...more,
})

describe('the text messages of the demo', () => {
  let drawn: DrawnPage
  beforeEach(() => {
    Object.assign(world, { phones: [], bots: [], sent: [], fails: 0 })
  })
  afterEach(() => drawn.remove())

  it('lets anybody play a vendor: a bot asks, a phone is opened, and what is answered from it is sent once, also after a lost connection', async () => {
    world.bots = [{ id: 'b', title: 'Daily Manpower', project: 'Tower' }]
    world.phones = [phone('+12025550111', { name: 'Rosa Lopez', vendor: 'Ironline', waiting: true }), phone('+12025550112')]
    drawn = await drawPage(<TextMessagesScreen />)
    await drawn.until(() => drawn.text().includes('Rosa Lopez'))
    expect(drawn.text()).toContain('Waits for an answer')
    await drawn.press(drawn.button('Let Daily Manpower ask now'))
    expect(world.sent.at(-1)).toEqual({ path: '/api/demo/ask', body: { bot: 'b' } })

    await drawn.press(drawn.button('Rosa Lopez'))
    expect(document.activeElement?.textContent).toBe('Rosa Lopez')
    await drawn.press(drawn.button('Send'))
    expect(world.sent).toHaveLength(1)
    world.fails = 1
    await drawn.type(drawn.control('Answer from this phone'), '12 por 8 horas')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => drawn.text().includes('Your text stays here.'))
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => drawn.control<HTMLTextAreaElement>('Answer from this phone').value === '')
    const [, first, again] = world.sent
    expect(first?.body).toMatchObject({ from: '+12025550111', text: '12 por 8 horas' })
    expect(again).toEqual(first)
    await act(async () => {
      await drawn.type(drawn.control('Answer from this phone'), 'yes')
    })
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => world.sent.length === 4)
    expect(world.sent[3]?.body['id']).not.toBe(first?.body['id'])
    await drawn.press(drawn.button('Back to the phones'))
    await drawn.until(() => !drawn.hasButton('Send'))
  })

  it('shows the PIN of a text so that it can be copied', async () => {
    world.phones = [phone('+12025550101', { lines: [{ id: '1', text: '123456 is your PIN.', at, from: 'bot' }] })]
    drawn = await drawPage(<TextMessagesScreen />)
    await drawn.until(() => drawn.text().includes('+12025550101'))
    await drawn.press(drawn.button('+12025550101'))
    expect(drawn.root.querySelector('strong.m-textMessages-pin')?.textContent).toBe('123456')
  })
})
