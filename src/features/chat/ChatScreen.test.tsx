import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatConfig, ChatReply, Thought } from '../../../contract/endpoints/chat.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost, RootScreenProps } from '../../engine/PageHost.ts'
import { keepChat, readChat } from '../../store/drafts/keepChat.ts'
import { AskFailed } from '../../sync/ask.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { ChatScreen } from './ChatScreen.tsx'
import { messageOf, suggestionsOf } from './suggestionsOf.ts'

interface Asked {
  readonly what: string
  readonly body: Record<string, unknown> | undefined
  answer(reply: ChatReply): void
  fail(error: unknown): void
}

const server = vi.hoisted(() => ({ asked: [] as unknown[], thoughts: [] as unknown[], polls: 0, slow: false }))
const asked = server.asked as Asked[]
const thoughts = server.thoughts as Thought[]
vi.mock('../../sync/ask.ts', async (load) => ({
  ...(await load<typeof import('../../sync/ask.ts')>()),
  ask: ({ method, path }: { method: string; path: string }, params: { chat: string }, body: Record<string, unknown>) => {
    if (path.endsWith('/thought')) {
      server.polls++
      return server.slow ? new Promise(() => undefined) : Promise.resolve(thoughts[0] ?? {})
    }
    return new Promise((resolve, reject) => {
      asked.push({ what: `${method} ${path.replace(':chat', params.chat)}`, body, answer: resolve, fail: reject })
    })
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

const props = (config: Partial<ChatConfig> = {}): RootScreenProps => ({
  data: { component: 'chat', componentConfig: { title: 'PTP Agent', chat, params: { bot: 'bot' }, ...config } },
  host,
  address: `${place}.json?lang=en`,
  owner: 'u:maria',
})

let drawn: DrawnPage
const draw = async (config?: Partial<ChatConfig>) => {
  drawn = await drawPage(
    <>
      <ChatScreen {...props(config)} />
      <Dialogs />
    </>,
  )
  await drawn.until(() => bubbles().length > 0)
}
const bubbles = () => [...document.querySelectorAll<HTMLElement>('.m-chat-bubble')]
const said = () =>
  bubbles().map(
    (bubble) =>
      `${bubble.dataset['sender']}: ${[...bubble.children]
        .slice(1)
        .map((part) => part.textContent)
        .join(' ')}`,
  )
const chips = () => [...document.querySelectorAll<HTMLElement>('.m-chat-chip')]
const chip = (name: string) => chips().find(({ textContent }) => textContent === name) as HTMLElement
const box = () => document.querySelector('textarea') as HTMLTextAreaElement
const thinking = () => document.querySelector('.m-chat-thinking')?.textContent
const send = () => drawn.press(drawn.button('Send'))
const answer = (reply: ChatReply) => act(async () => asked.at(-1)?.answer(reply))

beforeEach(async () => {
  asked.length = 0
  thoughts.length = 0
  server.polls = 0
  server.slow = false
  await keepChat(place, undefined)
})
afterEach(async () => {
  vi.useRealTimers()
  navigate.mockReset()
  reload.mockReset()
  await drawn.remove()
})

describe('talking with the PTP Agent', () => {
  it('RV-008 RV-028 RV-029 RV-033 RV-034 RV-035 RV-036 RV-037 RV-039 RV-041 RV-042 RV-178 greets on a dark screen and shows what is said, with chips to answer by', async () => {
    await draw({ suggestions: ['Painting', 'Roofing'] })
    const panel = document.querySelector('dialog') as HTMLElement
    expect(panel.dataset['theme']).toBe('dark')
    expect(panel.querySelector('header img')?.getAttribute('src')).toBe('/icons/icon.svg')
    expect(panel.querySelector('header h1')?.textContent).toBe('PTP Agent')
    expect(document.activeElement).toBe(panel.querySelector('header h1'))
    expect(said()).toEqual(['ai: What tasks are you doing today?'])
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Painting', 'Roofing'])
    expect(box().placeholder).toBe('Type your message...')
    await drawn.type(box(), 'Wall on **level 3**')
    await send()
    await answer({ text: 'Which hazards?\n\n- **Noise**\n- **Dust**\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))' })
    await drawn.until(() => bubbles()[2]?.querySelector('li strong'))
    expect(bubbles().map(({ dataset }) => dataset['sender'])).toEqual(['ai', 'user', 'ai'])
    expect(bubbles()[1]?.querySelector('strong')?.textContent).toBe('level 3')
    expect(bubbles()[2]?.querySelector('img, [onerror]')).toBeNull()
    expect(bubbles()[2]?.querySelector('a')?.getAttribute('href') ?? '').not.toContain('javascript')
    expect(chips().map(({ textContent }) => textContent)).toEqual(['Noise', 'Dust'])
    expect(document.querySelector('[role=log]')?.contains(bubbles()[2] ?? null)).toBe(true)
    expect(document.querySelector('[data-scrolled]')).not.toBeNull()
    const css = readFileSync('src/features/chat/chat.module.css', 'utf8')
    expect(css).toMatch(/data-sender="ai"\] \{\s*align-self: flex-start/)
    expect(css).toMatch(/data-sender="user"\] \{\s*align-self: flex-end/)
    expect(css).toMatch(/\.scroll \{[^}]*overflow-y: auto/)
    expect(css).toMatch(/\.panel \{[^}]*inset: 0/)
  })

  it('RV-266 RV-267 RV-040 sends chosen chips joined in front of what was typed, and never nothing', async () => {
    await draw({ suggestions: ['Painting', 'Roofing', 'Masonry'] })
    await send()
    await drawn.type(box(), '   ')
    await send()
    expect(asked).toEqual([])
    await drawn.press(chip('Painting'))
    await drawn.press(chip('Roofing'))
    await drawn.press(chip('Masonry'))
    await drawn.press(chip('Roofing'))
    expect(chip('Painting').getAttribute('aria-pressed')).toBe('true')
    await drawn.type(box(), ' stairs ')
    const key = (init: KeyboardEventInit) =>
      act(async () => void box().dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Enter', ...init })))
    await key({})
    expect(asked).toEqual([])
    await key({ ctrlKey: true })
    expect(asked[0]).toMatchObject({
      what: `POST /api/chat/${chat}`,
      body: { message: 'Painting, Masonry, stairs', bot: 'bot', seen: 0, lang: 'en' },
    })
    expect(box().value).toBe('')
    expect(messageOf(['Painting'], ' ')).toBe('Painting')
  })

  it('RV-268 RV-269 bold options become chips, and a question for yes or no gets these two in its language', async () => {
    expect(suggestionsOf('Choose: **Noise**, **Dust:** or __Heat__?')).toEqual(['Noise', 'Dust', 'Heat'])
    expect(suggestionsOf('**Stop** at once.')).toEqual([])
    expect(suggestionsOf('Is it **ready** or **not yet**?')).toEqual(['ready', 'not yet'])
    for (const asks of [
      'Is this right?',
      'Have all signed? ',
      'Good.\n\nCan you begin?',
      'Are they there?',
      'Did it rain?',
      'Will you?',
      'Do you?',
    ])
      expect(suggestionsOf(asks)).toEqual(['Yes', 'No'])
    expect(suggestionsOf('¿Está firmado el permiso?')).toEqual(['Sí', 'No'])
    expect(suggestionsOf('Está assinada a permissão?')).toEqual(['Sim', 'Não'])
    for (const asks of ['What is it?', 'Who is there?', 'Is it', '¿Quién firma?', 'Isabel?']) expect(suggestionsOf(asks)).toEqual([])
    await draw({
      messages: [
        { id: 'a', sender: 'user', text: 'Hi' },
        { id: 'a.', sender: 'ai', text: 'Is this right?' },
      ],
    })
    await drawn.press(chip('Yes'))
    await drawn.press(chip('No'))
    await send()
    expect(asked[0]?.body?.['message']).toBe('No')
  })

  it('RV-038 RV-232 RV-347 RV-352 is busy while the bot thinks, and asks every second what it thinks, one question at a time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    drawn = await drawPage(<ChatScreen {...props()} />)
    await act(async () => void (await vi.waitFor(() => expect(bubbles()).toHaveLength(1), { timeout: 20_000 })))
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    await pass(3000)
    expect(server.polls).toBe(0)
    await drawn.type(box(), 'Painting')
    await send()
    expect(said()).toEqual(['ai: What tasks are you doing today?', 'user: Painting'])
    expect(thinking()).toBe('Thinking')
    await pass(999)
    expect(server.polls).toBe(0)
    thoughts.push({ thought: 'Looking up hazards' })
    await pass(1)
    expect([server.polls, thinking()]).toEqual([1, 'Looking up hazards'])
    thoughts[0] = {}
    await pass(1000)
    expect([server.polls, thinking()]).toEqual([2, 'Thinking'])
    server.slow = true
    await pass(3000)
    expect(server.polls).toBe(3)
    await answer({ text: 'Fine.' })
    expect(said().at(-1)).toBe('ai: Fine.')
    expect(thinking()).toBeUndefined()
  })

  it('RV-233 RV-234 RV-353 after the last word it stays busy until it is led on, half a second later', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    drawn = await drawPage(<ChatScreen {...props()} />)
    await act(async () => void (await vi.waitFor(() => expect(bubbles()).toHaveLength(1), { timeout: 20_000 })))
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    await drawn.type(box(), 'Maria')
    await send()
    await answer({ text: 'Saving.', completing: true })
    expect(thinking()).toBe('Thinking')
    thoughts.push({ redirect: '/frontend/forms/plan/1' })
    await pass(1000)
    expect(navigate).not.toHaveBeenCalled()
    await pass(499)
    expect(navigate).not.toHaveBeenCalled()
    await pass(1)
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/frontend/forms/plan/1')
    await pass(5000)
    expect(navigate).toHaveBeenCalledTimes(1)
  })

  it('RV-235 the redirect "refresh" loads the page again', async () => {
    await draw()
    await drawn.type(box(), 'Maria')
    await send()
    await answer({ text: 'Again.', redirect: 'refresh' })
    await drawn.until(() => reload.mock.calls.length === 1)
    expect(navigate).not.toHaveBeenCalled()
  })

  it('RV-030 RV-031 RV-032 Cancel asks first, and is there only with a place to go to', async () => {
    await draw()
    expect(drawn.hasButton('Cancel')).toBe(false)
    await drawn.remove()
    await draw({ cancel: '/frontend/tasks/maria', messages: [{ id: 'a', sender: 'user', text: 'Hi' }] })
    await drawn.press(drawn.button('Cancel'))
    await drawn.until(() => drawn.text().includes('The current conversation will be lost, are you sure you want to cancel?'))
    await drawn.press(drawn.button('No'))
    expect(navigate).not.toHaveBeenCalled()
    await drawn.press(drawn.button('Cancel'))
    await drawn.press(await drawn.until(() => drawn.hasButton('Yes') && drawn.button('Yes')))
    await drawn.until(() => navigate.mock.calls.length === 1)
    expect(navigate).toHaveBeenCalledWith('/frontend/tasks/maria')
    expect(asked.map(({ what }) => what)).toEqual([`POST /api/chat/${chat}/cancel`])
  })

  it('RV-356 the box grows with the message up to 150 px', async () => {
    const height = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(120)
    await draw()
    await drawn.type(box(), 'two\nlines')
    expect(box().style.height).toBe('120px')
    height.mockReturnValue(900)
    await drawn.type(box(), 'many\nlines')
    expect([box().style.height, box().style.maxHeight]).toEqual(['150px', '150px'])
    height.mockRestore()
  })

  it('without a connection typed text and chips stay, also over a reload, and are sent as the same message', async () => {
    await draw({ suggestions: ['Painting'] })
    await drawn.press(chip('Painting'))
    await drawn.type(box(), 'north stair')
    await send()
    const id = asked[0]?.body?.['id']
    await act(async () => asked[0]?.fail(new AskFailed('offline', 'UNREACHABLE', '')))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('No connection. What you typed is still here.')
    expect(thinking()).toBeUndefined()
    expect(said()).toHaveLength(1)
    expect([box().value, chip('Painting').getAttribute('aria-pressed')]).toEqual(['north stair', 'true'])
    await drawn.remove()
    await draw({ suggestions: ['Painting'] })
    await drawn.until(() => box().value === 'north stair')
    expect(chip('Painting').getAttribute('aria-pressed')).toBe('true')
    await send()
    expect(asked[1]?.body).toMatchObject({ id, message: 'Painting, north stair' })
    await act(async () => asked[1]?.fail(new AskFailed('offline', 'UNREACHABLE', '')))
    await drawn.press(drawn.button('Try again'))
    expect(asked[2]?.body).toMatchObject({ id })
    await answer({ text: 'Noted.' })
    expect(await readChat(place)).toMatchObject({ text: '', chips: [], messages: [{ text: 'Painting, north stair' }, { text: 'Noted.' }] })
    // The server received the message, but its answer was lost: the page has both, and the typed text is
    // cleared.
    await drawn.remove()
    await keepChat(place, { chat, text: 'north stair', chips: [], sending: { id: 'm1', message: 'north stair' }, messages: [] })
    await draw({
      messages: [
        { id: 'm1', sender: 'user', text: 'north stair' },
        { id: 'm1.', sender: 'ai', text: 'Noted.' },
      ],
    })
    await drawn.until(() => said().length === 3)
    expect(box().value).toBe('')
  })

  it('a page that comes late, with another new conversation, does not end the one that has begun', async () => {
    await draw()
    await drawn.type(box(), 'Roofing')
    await send()
    await drawn.draw(
      <>
        <ChatScreen {...props({ chat: 'Chat0000000000000002', messages: [] })} />
        <Dialogs />
      </>,
    )
    expect(said()).toEqual(['ai: What tasks are you doing today?', 'user: Roofing'])
    await answer({ text: 'Noted.' })
    await drawn.type(box(), 'more')
    await send()
    expect(asked[1]).toMatchObject({ what: `POST /api/chat/${chat}`, body: { seen: 2 } })
  })

  it('a conversation that went on elsewhere is loaded again and keeps what was typed', async () => {
    await draw()
    await drawn.type(box(), 'Roofing')
    await send()
    await act(async () => asked[0]?.fail(new AskFailed('refused', 'conflict', 'The conversation continued on another device.', 409)))
    expect(reload).toHaveBeenCalledTimes(1)
    expect(box().value).toBe('Roofing')
  })
})
