import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BotRow, botsInPage, listBots, longestBotSearch } from '../../../contract/endpoints/bots.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { listProjects, projectsToPick } from '../../../contract/endpoints/projects.ts'
import { ana, drawAt, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { exampleBot } from '../../../tests/harness/exampleBot.ts'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { getStore } from '../../store/db/store.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { BotDashboardScreen } from './BotDashboardScreen.tsx'

const bot = (at: number): BotRow => {
  const [id, title] = [`bot${String(at).padStart(17, '0')}`, `Gate ${String(at).padStart(4, '0')}`]
  return exampleBot(id, { name: title, title, site: 'North' })
}
const all = Array.from({ length: 250 }, (_, at) => bot(at))
const whole = addressOf(listBots, undefined, { archived: 'false' })
const first = addressOf(listBots, undefined, { archived: 'false', limit: String(botsInPage) })

let drawn: DrawnPage | undefined
const page = () => drawn as DrawnPage
const asked: string[] = []
/** The server answers the request for all bots when a test says so. */
let release: () => void = () => undefined

/** The server: pages at once, searched for one word. `isCut`: the request does not reach it. */
function serve(isCut: (url: string) => boolean = () => false): void {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  setFetcher(async (url) => {
    if (!url.startsWith('/api/automation/list')) return 'offline'
    asked.push(url)
    if (isCut(url)) return 'offline'
    if (url === whole) await released
    const query = new URL(url, 'http://muster').searchParams
    const found = all.filter(({ title }) => title.toLowerCase().includes((query.get('search') ?? '').toLowerCase()))
    const ordered = query.get('down') === 'true' ? found.toReversed() : found
    const answer = url === whole ? { bots: all } : { bots: ordered.slice(0, botsInPage), all: all.length, found: found.length }
    await getStore().db.screens.put({ owner: ana, url, v: 1, data: answer, version: 1, fetchedAt: Date.now() } as never)
    return 'fresh'
  })
}

async function open(): Promise<void> {
  await keep('/api/me', { uid: 'ana', teams: [{ id: 'tower' }] })
  await keep(addressOf(listProjects, undefined, projectsToPick), { teams: [] })
  drawn = (await drawAt('/automations', { '/automations': BotDashboardScreen })).page
}
const shown = () => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => page().text(row.querySelector('.m-table-first')))
const count = () => page().text(document.querySelector('.m-table-count'))
const search = (words: string) => page().type(page().control('Search Bots'), words)

beforeEach(async () => {
  await freshDevice()
  asked.length = 0
})
afterEach(async () => {
  await putDown(drawn)
  vi.restoreAllMocks()
})

describe('bots on a device that does not have them yet', () => {
  it('shows the first page at once, counts all bots, and reads the rest afterwards', async () => {
    serve()
    await open()
    await page().until(() => shown().length > 0)
    expect(asked[0]).toBe(first)
    expect(shown()[0]).toBe('Gate 0000')
    expect(count()).toBe('250 bots')
    expect(page().text()).toContain('There are more bots. Search for a name to find them.')
    expect(page().button('CSV').disabled).toBe(true)
    await page().until(() => asked.includes(whole))
    await act(async () => release())
    await page().until(() => !page().text().includes('There are more bots'))
    expect(count()).toBe('250 bots')
    expect(page().button('CSV').disabled).toBe(false)
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('251')
  })

  it('has the server search and sort until it has all bots, and keeps the search then', async () => {
    serve()
    await open()
    await page().until(() => shown().length > 0)
    await search('024')
    await page().until(() => count() === '11 of 250')
    expect(shown().slice(0, 2)).toEqual(['Gate 0024', 'Gate 0240'])
    expect(page().text()).not.toContain('There are more bots')
    const heading = () => [...document.querySelectorAll('th button')].find((each) => each.textContent === 'Bot') as HTMLElement
    await page().press(heading())
    await page().press(heading())
    await page().until(() => shown()[0] === 'Gate 0249')
    expect(asked.at(-1)).toContain('search=024&columns=title%2Cproject%2Csite%2Cowner&sort=title&down=true&lang=en&none=Private')
    const searches = asked.length
    await act(async () => release())
    await page().until(() => !page().button('CSV').disabled)
    expect([shown()[0], count()]).toEqual(['Gate 0249', '11 of 250'])
    await search('0001')
    await page().until(() => count() === '1 of 250')
    expect(asked.slice(searches).filter((url) => url !== whole)).toEqual([])
  })

  it('opens with all bots that the device keeps, without a page of the server', async () => {
    serve()
    await keep(whole, { bots: all })
    await open()
    await page().until(() => shown().length > 0)
    expect(count()).toBe('250 bots')
    await page().until(() => asked.length > 0)
    expect(asked).toEqual([whole])
  })

  it('searches the first page without a connection, and says so', async () => {
    await keep(first, { bots: all.slice(0, botsInPage), all: all.length, found: all.length })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    setFetcher(async () => 'offline')
    await open()
    await page().until(() => shown().length > 0)
    expect(page().text()).toContain('Without a connection, only what this device keeps is found.')
    await search('0042')
    await page().until(() => count() === '1 of 100')
    expect(shown()).toEqual(['Gate 0042'])
  })

  it('shows nothing of the former person while the bots of the next one are on their way', async () => {
    let isNext = false
    serve(() => isNext)
    await open()
    await page().until(() => shown().length > 0)
    isNext = true
    asked.length = 0
    await act(() => setOwner('u:ben'))
    await page().until(() => asked.includes(first))
    expect(shown()).toEqual([])
    expect(page().text()).not.toContain('Gate 0000')
  })

  it('reads all bots once the server can be reached again', async () => {
    let isAway = true
    serve((url) => url === whole && isAway)
    release()
    await open()
    await page().until(() => asked.includes(whole))
    isAway = false
    await act(() => void dispatchEvent(new Event('online')))
    await page().until(() => !page().button('CSV').disabled)
  })

  it('asks the server for as much of a long search as it takes', async () => {
    serve()
    await open()
    await page().until(() => shown().length > 0)
    await search('x'.repeat(longestBotSearch + 1))
    await page().until(() => count() === '0 of 250')
    const [searched] = asked.filter((url) => url.includes('search='))
    expect(new URL(searched ?? '', 'http://muster').searchParams.get('search')).toBe('x'.repeat(longestBotSearch))
  })
})
