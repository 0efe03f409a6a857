import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act } from '../../tests/harness/page.tsx'
import { loadWithRetry, type Update, useUpdate, watchMissingParts } from './watchUpdates.ts'

const listeners: (() => void)[] = []

beforeEach(() => {
  sessionStorage.clear()
  const add = globalThis.addEventListener.bind(globalThis)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    add(type, listener as EventListener)
    listeners.push(() => removeEventListener(type, listener as EventListener))
  })
})
afterEach(() => {
  for (const end of listeners.splice(0)) end()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page with or without a service worker, and with a part of the app that failed to load. */
function page({ worker, mayReload = true }: { worker: boolean; mayReload?: boolean }) {
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { controller: worker ? {} : null } })
  const reload = vi.fn<() => void>()
  const broke = watchMissingParts(() => Promise.resolve(mayReload), reload)
  const lose = (address = '') => {
    const payload = new TypeError(`Failed to fetch dynamically imported module: ${address}`)
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
    dispatchEvent(event)
    return { payload, goesOn: event.defaultPrevented }
  }
  return { reload, broke, lose }
}

describe('a part of the app that does not come', () => {
  it('is fetched by one reload where the device has no parts of its own', async () => {
    const { reload, lose } = page({ worker: false })
    expect(lose().goesOn).toBe(true)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
    // A second reload would not help more than the first.
    expect(lose().goesOn).toBe(false)
    await Promise.resolve()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it.each(['registerWorker', 'asking'])('causes no reload if it is %s, which is loaded again', async (name) => {
    const { reload, lose } = page({ worker: false })
    expect(lose(`https://muster.example.com/assets/${name}-B1.js`).goesOn).toBe(false)
    await Promise.resolve()
    expect(reload).not.toHaveBeenCalled()
  })

  it('causes no reload while the person leaves the page: Firefox ends its loads, and a reload would take the person back', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
    const { reload, broke, lose } = page({ worker: false })
    dispatchEvent(new Event('beforeunload'))
    now.mockReturnValue(1005)
    const { payload, goesOn } = lose()
    expect(goesOn).toBe(false)
    broke(payload)
    await Promise.resolve()
    expect(reload).not.toHaveBeenCalled()
    // It was a download: the page stays.
    now.mockReturnValue(11_001)
    expect(lose().goesOn).toBe(true)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  })

  it('changes nothing on a device that has its parts, unless a screen broke by it', async () => {
    const { reload, broke, lose } = page({ worker: true })
    const { payload, goesOn } = lose()
    expect(goesOn).toBe(false)
    broke(new Error('Something else'))
    broke(undefined)
    await Promise.resolve()
    expect(reload).not.toHaveBeenCalled()
    broke(payload)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  })

  it('offers the update where the browser keeps the app from its session storage', async () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked })
    let offered: Update
    function Offer() {
      offered = useUpdate()
      return null
    }
    const root = createRoot(document.createElement('div'))
    await act(() => root.render(createElement(Offer)))
    const { reload, lose } = page({ worker: false })
    await act(() => expect(lose().goesOn).toBe(false))
    expect([offered?.kind, reload.mock.calls.length]).toEqual(['running', 0])
    offered?.apply()
    expect(reload).toHaveBeenCalledTimes(1)
    await act(() => root.unmount())
  })

  it('does not reload while typed text could not be stored', async () => {
    const { reload, broke, lose } = page({ worker: true, mayReload: false })
    broke(lose().payload)
    await new Promise((resolve) => setTimeout(resolve))
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('a part that every visit needs', () => {
  const part = { start: () => undefined }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.99)
  })
  afterEach(() => vi.useRealTimers())

  /** The device has a connection after this many failed loads. */
  const comesAfter = (failures: number) => {
    const load = vi.fn(() => (load.mock.calls.length > failures ? Promise.resolve(part) : Promise.reject(new TypeError('no signal'))))
    return load
  }

  it('is loaded again after growing pauses', async () => {
    const load = comesAfter(2)
    const loaded = loadWithRetry(load, 'start')
    await vi.advanceTimersByTimeAsync(1900)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(3800)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(await loaded).toBe(part)
  })

  it.each([
    ['alone', part],
    ['with others', { f: 1, n: undefined, o: { stop: 1 }, t: part }],
  ])('is loaded from another address where the browser names the one that failed, also from a file that has it %s', async (_, file) => {
    const address = 'https://muster.example.com/assets/registerWorker-B1.js'
    const load = vi.fn((): Promise<typeof part> => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`)))
    const asked: string[] = []
    const loadFrom = (from: string) => {
      asked.push(from)
      return asked.length > 1 ? Promise.resolve(file) : Promise.reject(new TypeError(`Failed to fetch: ${from}`))
    }
    const loaded = loadWithRetry(load, 'start', loadFrom)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await loaded).toBe(part)
    expect([load.mock.calls.length, asked]).toEqual([1, [`${address}?retry=1`, `${address}?retry=2`]])
  })

  it.each([
    ['online', () => dispatchEvent(new Event('online'))],
    ['visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is loaded again at once when the page is %s again, and then no more', async (_, happen) => {
    const load = comesAfter(1)
    const loaded = loadWithRetry(load, 'start')
    await vi.advanceTimersByTimeAsync(0)
    happen()
    await vi.advanceTimersByTimeAsync(0)
    expect(await loaded).toBe(part)
    happen()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
