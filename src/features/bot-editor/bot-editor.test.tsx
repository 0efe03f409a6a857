import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveRecord } from '../../../contract/endpoints/records.ts'
import { ana, drawAt, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { claim, settle } from '../../store/outbox/claim.ts'
import { queue } from '../../store/outbox/queue.ts'
import { getStore } from '../../store/db/store.ts'
import { BotHead } from './BotHead.tsx'
import { useCreated } from './useCreated.ts'

const given = vi.hoisted(() => [] as { name: string; file: Blob }[])
vi.mock('../../ui/downloadFile.ts', () => ({ downloadFile: (file: Blob, name: string) => void given.push({ name, file }) }))

const asked = vi.hoisted(() => ({ paths: [] as unknown[], said: [] as string[], begun: 0 }))
vi.mock('../../ui/feedback/toast.tsx', () => ({ toast: (words: string) => void asked.said.push(words) }))
vi.mock('../../sync/ask.ts', () => ({
  ask: async ({ path }: { path: string }, params: object) => {
    asked.paths.push([path, params])
    return { begun: asked.begun }
  },
}))

const id = 'AbCdEfGhIjKlMnOpQrSt'
let drawn: DrawnPage | undefined
const page = () => drawn as DrawnPage
async function show(bot: object) {
  const whole = {
    id,
    title: 'Gate',
    project: 'Tower',
    class: 'attendance',
    form: 'check-in',
    archived: false,
    may: { update: true, manage: true },
    ...bot,
  }
  await keep(`/api/bot/${id}`, whole)
  await keep(`/api/automation/${id}/poster`, {
    name: 'Gate',
    project: 'Tower',
    address: 'https://site.example/frontend/forms/check-in',
    short: 'site.example/q/ABC234',
  })
  drawn = (await drawAt(`/automation/${id}`, { '/automation/$id': BotHead })).page
  await page().until(() => document.querySelector('.m-botEditor-ways'))
}
/** Files of jsdom have no `text()`. */
const textOf = (file: Blob) =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.readAsText(file)
  })
const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))

beforeEach(async () => {
  await freshDevice()
})
afterEach(async () => {
  await putDown(drawn)
})

describe('above the settings of a bot', () => {
  it('CO-054 CO-055 CO-056 CO-057 CO-058 CO-061 CO-062 CO-063 CO-064 leads to the pages of its class, and to no others', async () => {
    const pages = () => links().flatMap((href) => href?.match(`^/automation/${id}/(\\w+)$`)?.[1] ?? [])
    await show({ demoMode: true })
    expect(pages()).toEqual(
      expect.arrayContaining(['demo', 'evidenceReview', 'registrations', 'people', 'companies', 'manageTime', 'topics']),
    )
    // A bot that texts no one has no conversations.
    for (const other of ['leadin', 'executions']) expect(pages()).not.toContain(other)
    await putDown(drawn)
    await freshDevice()
    await show({ class: 'manpower', form: undefined, demoMode: false })
    expect(pages()).toEqual(expect.arrayContaining(['review', 'companies', 'leadin', 'executions']))
    for (const other of ['demo', 'people', 'manageTime', 'registrations', 'evidenceReview', 'topics']) expect(pages()).not.toContain(other)
  })

  it('has its code to download and print, and the ways to its form, kiosk and further bots', async () => {
    await show({})
    await page().until(() => document.querySelector('.m-botEditor-code svg'))
    expect(page().text()).toContain('site.example/q/ABC234')
    await page().press(page().button('Download'))
    expect(given[0]?.name).toBe('Gate.svg')
    expect(await textOf(given[0]?.file as Blob)).toMatch(/^<svg[^>]*xmlns=.*<path d="M/)
    expect(links()).toEqual([
      `/api/automation/${id}/poster.pdf?paper=a4`,
      `/api/automation/${id}/poster.pdf?paper=letter`,
      '/frontend/forms/check-in',
      '/frontend/arrived/check-in',
      `/api/automation/${id}/export.csv`,
      '/studio/check-in',
      `/automation/${id}/kiosk`,
      `/automation/${id}/add`,
      ...['evidenceReview', 'registrations', 'people', 'companies', 'manageTime', 'topics'].map((page) => `/automation/${id}/${page}`),
    ])
    await page().remove()
    await show({ class: 'hazards', may: { update: true, manage: false } })
    expect(links()).toEqual(expect.not.arrayContaining(['/studio/check-in', `/automation/${id}/add`, `/automation/${id}/kiosk`]))
    await page().remove()
    await show({ class: 'broadcast' })
    expect(page().text()).toContain('Write Message')
    expect(links()).not.toContain(`/automation/${id}/kiosk`)
  })

  it('asks everyone on the list of a bot that texts now, and says how many there were', async () => {
    await show({ class: 'manpower', disabled: false })
    for (const [begun, words] of [
      [2, '2 people are asked now.'],
      [0, 'No one is left to ask today.'],
    ] as const) {
      asked.begun = begun
      await page().press(page().button('Ask now'))
      await page().until(() => asked.said.at(-1)?.includes(words))
    }
    expect(asked.paths).toEqual(Array.from({ length: 2 }, () => ['/api/automation/:id:ask', { id }]))
    for (const bot of [{ class: 'attendance' }, { class: 'manpower', disabled: true }, { class: 'manpower', archived: true }]) {
      await putDown(drawn)
      await freshDevice()
      await show(bot)
      expect(page().hasButton('Ask now'), JSON.stringify(bot)).toBe(false)
    }
  })

  it('comes the editor of a new bot once the server has it, and not before', async () => {
    const went: string[] = []
    const host = { navigate: (url: string) => void went.push(url) } as unknown as PageHost
    let created: ReturnType<typeof useCreated> | undefined
    function Making() {
      created = useCreated(host)
      return null
    }
    drawn = await drawPage(<Making />)
    const { opId } = await queue(saveRecord, { '*': `automations/${id}` }, { payload: { title: 'Gate' } }, { title: 'Gate' })
    created?.({ opId })
    const op = await page().until(async () => (await claim(getStore(), ana, { worker: 'w', limit: 1, busy: new Set() })).claims[0])
    expect(went).toEqual([])
    await act(async () => void (await settle(getStore(), op, { kind: 'sent', answer: { opId: op.opId, rev: 1 } })))
    await page().until(() => went.length > 0)
    expect(went).toEqual([`/automation/${id}`])
  })
})
