import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatConfig, ChatReply, DeviceTalk } from '../../../contract/endpoints/chat.ts'
import { preTaskPlan } from '../../../contract/rules/talks/preTaskPlan.ts'
import type { TalkContext } from '../../../contract/rules/talks/talk.ts'
import { talkWords } from '../../../contract/rules/talks/talkWords.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { keepChat, readChat } from '../../store/drafts/keepChat.ts'
import { getStore } from '../../store/db/store.ts'
import { AskFailed } from '../../sync/ask.ts'
import { ChatScreen } from './ChatScreen.tsx'

interface Asked {
  readonly what: string
  readonly chat: string
  readonly body: Readonly<Record<string, unknown>>
}

/** The server: gone, or answering with the function that `reply` sets. */
const server = vi.hoisted(() => ({ asked: [] as unknown[], reply: undefined as unknown }))
const asked = server.asked as Asked[]
type Reply = (asked: Asked) => ChatReply
const answerWith = (reply: Reply | undefined) => {
  server.reply = reply
}
vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<typeof import('../../sync/ask.ts')>()),
  ask: ({ path }: { path: string }, { chat }: { chat: string }, body: Record<string, unknown>) => {
    if (path.endsWith('/thought')) return Promise.resolve({})
    const one = { what: path, chat, body }
    if (!server.reply) return Promise.reject(new AskFailed('offline', 'UNREACHABLE', ''))
    server.asked.push(one)
    try {
      return Promise.resolve((server.reply as Reply)(one))
    } catch (error) {
      return Promise.reject(error as Error)
    }
  },
}))

const chat = 'Chat0000000000000001'
const place = '/api/chat/bot'
const navigate = vi.fn<PageHost['navigate']>()
const reload = vi.fn<PageHost['reload']>()
const host: PageHost = {
  embedded: false,
  busy: () => () => undefined,
  finish: () => undefined,
  fail: () => undefined,
  reload,
  dirty: () => undefined,
  run: () => Promise.resolve(),
  navigate,
}
const talk: DeviceTalk = { kind: 'pre-task-plan', title: 'Pre-Task Plan', form: 'pre-task-plan', lang: 'en', name: 'Ana Silva', words: {} }

let drawn: DrawnPage
const draw = async (config: Partial<ChatConfig> = {}) => {
  const componentConfig = { title: 'PTP Agent', chat, params: { bot: 'bot' }, messages: [], talk, ...config }
  drawn = await drawPage(
    <ChatScreen data={{ component: 'chat', componentConfig }} host={host} address={`${place}.json?lang=en`} owner="u:ana" />,
  )
  await drawn.until(() => bubbles().length > 0)
}
/** The page is closed and opened again. */
const again = async (config?: Partial<ChatConfig>) => {
  await drawn.remove()
  await draw(config)
}
const bubbles = () => [...document.querySelectorAll<HTMLElement>('.m-chat-bubble')]
const chips = () => [...document.querySelectorAll('.m-chat-chip')].map(({ textContent }) => textContent)
const box = () => document.querySelector('textarea') as HTMLTextAreaElement
const last = () => bubbles().at(-1)?.textContent ?? ''
const say = async (message: string) => {
  const before = bubbles().length
  await drawn.type(box(), message)
  await drawn.press(drawn.button('Send'))
  await drawn.until(() => bubbles().length === before + 2)
}
const outbox = async () =>
  (await getStore().db.outbox.toArray()) as unknown as { kind: string; path: string; title: string; body: Record<string, unknown> }[]

/** The server as it is: the same function, with what it knows. */
function realServer(about: Partial<TalkContext> = {}): Reply {
  const context: TalkContext = {
    ...talkWords('en', {}),
    lang: 'en',
    name: 'Ana Silva',
    now: '2026-06-01 07:05',
    today: '2026-06-01',
    ...about,
  }
  let state = preTaskPlan.begin()
  return ({ body }) => {
    const turn = preTaskPlan.answer(state, String(body['message']), body['led'] ? { ...context, ideas: undefined } : context)
    ;({ state } = turn)
    return { text: turn.text, ...(turn.finished ? { completing: true } : { state }) }
  }
}
const sent = () => asked.filter(({ what }) => what === '/api/chat/:chat').map(({ body }) => body['message'])

beforeEach(async () => {
  asked.length = 0
  answerWith(undefined)
  await keepChat(place, undefined)
  await getStore().db.outbox.clear()
})
afterEach(async () => {
  navigate.mockReset()
  reload.mockReset()
  await drawn.remove()
})

describe('a conversation without the server', () => {
  it('asks the next question by itself, from the first one to the signatures, also after the page was closed', async () => {
    await draw()
    await say('Roofing')
    expect(last()).toContain('What could hurt somebody here?')
    expect(chips()).toContain('Fall from height')
    expect(drawn.text()).toContain('your answers stay on this device')
    await again()
    await drawn.until(() => bubbles().length === 3)
    for (const message of ['Fall from height', 'Harness tied off', 'Just me']) await say(message)
    await again()
    await drawn.until(() => bubbles().length === 9)
    await say('yes')
    expect(await outbox()).toEqual([])
    await drawn.type(box(), 'Ana Silva')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => navigate.mock.calls.length === 1)
    expect(navigate).toHaveBeenCalledWith(`/sent/forms/pre-task-plan/${chat}`)
    const [op, ...more] = await outbox()
    expect(more).toEqual([])
    expect(op).toMatchObject({ kind: 'POST /api/talks/*', path: `forms/pre-task-plan/${chat}`, title: 'Pre-Task Plan: Roofing' })
    expect(op?.body).toMatchObject({ bot: 'bot', signed: { made_by: 'Ana Silva', task_names: 'Roofing' } })
    const messages = (op?.body['messages'] ?? []) as { message: string }[]
    expect(messages.map(({ message }) => message)).toEqual([
      'Roofing',
      'Fall from height',
      'Harness tied off',
      'Just me',
      'yes',
      'Ana Silva',
    ])
    // The page of the device still names the conversation that is signed: the next one is another.
    await again()
    expect(bubbles()).toHaveLength(1)
    expect(chips()[0]).toBe('Same as last time')
    await say('Same as last time')
    expect(last()).toContain('Who works with you on this?')
    expect((await readChat(place))?.chat).not.toBe(chat)
    expect(asked).toEqual([])
  })

  it('a page that was closed between the signatures and the outbox gives the talk to it, once', async () => {
    await draw()
    for (const message of ['Roofing', 'Noise', 'Ear protection', 'Just me', 'yes']) await say(message)
    const open = await readChat(place)
    await drawn.type(box(), 'Ana Silva')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => navigate.mock.calls.length === 1)
    const [op] = await outbox()
    if (!open || !op) throw new Error('nothing was stored')
    navigate.mockReset()
    const signed = { chat, form: 'pre-task-plan', title: op.title, body: op.body as never }
    await keepChat(place, { ...open, signed })
    await again()
    await drawn.until(() => navigate.mock.calls.length === 1)
    expect(await outbox()).toHaveLength(1)
    expect(await readChat(place)).toMatchObject({ messages: [], over: { chat } })
  })

  it('a talk that the full device could not give to the outbox stays signed, and goes as soon as there is room', async () => {
    await draw()
    for (const message of ['Roofing', 'Noise', 'Ear protection', 'Just me', 'yes']) await say(message)
    const add = vi.spyOn(getStore().db.outbox, 'add').mockRejectedValue(new Dexie.QuotaExceededError('full'))
    await drawn.type(box(), 'Ana Silva')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => drawn.text().includes('this device has no room left'))
    expect((await readChat(place))?.signed?.chat).toBe(chat)
    add.mockRestore()
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => navigate.mock.calls.length === 1)
    expect((await outbox()).map(({ path }) => path)).toEqual([`forms/pre-task-plan/${chat}`])
    expect(await readChat(place)).toMatchObject({ messages: [], over: { chat } })
  })

  it('says so and keeps what was typed if the device cannot store the answer', async () => {
    await draw()
    await say('Roofing')
    const put = vi.spyOn(getStore().db.typed, 'put').mockRejectedValue(new Error('full'))
    await drawn.type(box(), 'Noise')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => document.querySelector('[role=alert]'))
    expect([box().value, bubbles().length]).toEqual(['Noise', 3])
    put.mockRestore()
  })
})

describe('when the server is back', () => {
  it('gets every message in order, each under its own id, and the conversation goes on with it', async () => {
    await draw()
    await say('Roofing')
    await say('Noise')
    const kept = await readChat(place)
    answerWith(realServer())
    await act(async () => void window.dispatchEvent(new Event('online')))
    await drawn.until(async () => (await readChat(place))?.pending?.length === 0)
    expect(sent()).toEqual(['Roofing', 'Noise'])
    expect(asked.map(({ body }) => body['id'])).toEqual(kept?.pending)
    expect(asked.map(({ body }) => body['seen'])).toEqual([0, 2])
    expect(drawn.text()).not.toContain('your answers stay on this device')
    await say('Ear protection')
    expect(sent()).toEqual(['Roofing', 'Noise', 'Ear protection'])
    expect(await readChat(place)).toMatchObject({ pending: [] })
  })

  it('hazards that it suggests are added to what is offered, and nothing is chosen', async () => {
    await draw()
    await say('Roofing')
    await drawn.type(box(), 'half a word')
    answerWith(realServer({ ideas: { Roofing: ['Wet membrane'] } }))
    await act(async () => void window.dispatchEvent(new Event('online')))
    await drawn.until(() => chips().includes('Wet membrane'))
    expect(chips()).toContain('Fall from height')
    expect([box().value, document.querySelectorAll('[aria-pressed=true]').length]).toEqual(['half a word', 0])
    answerWith(undefined)
    await drawn.type(box(), '')
    await say('all')
    expect(last()).toContain('Wet membrane')
  })

  it('a conversation that went on elsewhere does not take the answers: it goes on here and says so', async () => {
    await draw()
    await say('Roofing')
    answerWith(() => {
      throw new AskFailed('refused', 'conflict', 'The conversation continued on another device.', 409)
    })
    await act(async () => void window.dispatchEvent(new Event('online')))
    await drawn.until(() => drawn.text().includes('The server has another version of this conversation.'))
    expect(bubbles()).toHaveLength(3)
    const kept = await readChat(place)
    expect(kept).toMatchObject({ alone: true, messages: [{ text: 'Roofing' }, {}] })
    expect(kept?.chat).not.toBe(chat)
    expect(reload).not.toHaveBeenCalled()
    const before = asked.length
    for (const message of ['Noise', 'Ear protection', 'Just me', 'yes']) await say(message)
    await again({ messages: [{ id: 'x', sender: 'user', text: 'Painting' }] })
    await drawn.until(() => bubbles().length === 11)
    await drawn.type(box(), 'Ana Silva')
    await drawn.press(drawn.button('Send'))
    await drawn.until(() => navigate.mock.calls.length === 1)
    expect((await outbox())[0]?.path).toBe(`forms/pre-task-plan/${kept?.chat}`)
    expect(asked).toHaveLength(before)
  })

  it('another question of the server ends its conversation, not the one of the person', async () => {
    await draw()
    await say('Roofing')
    answerWith(() => ({ text: 'Which floor?', state: { step: 'floor' } }))
    await act(async () => void window.dispatchEvent(new Event('online')))
    await drawn.until(() => drawn.text().includes('The server has another version of this conversation.'))
    expect(last()).toContain('What could hurt somebody here?')
    expect(asked.at(-1)).toMatchObject({ what: '/api/chat/:chat/cancel', chat })
  })
})
