import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act } from '../../tests/harness/page.tsx'
import { registerWorker, reloadNewest } from './registerWorker.ts'
import { offerUpdate, type Update, useUpdate } from './watchUpdates.ts'

/** A worker of the browser: its state, and the messages that it gets. */
class Worker extends EventTarget {
  readonly scriptURL = new URL('/sw.js', location.href).href
  readonly got: unknown[] = []
  state = 'installing'
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  postMessage = (message: unknown) => void this.got.push(message)
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = null
  update = vi.fn(async () => undefined)
}

class Container extends EventTarget {
  controller: Worker | null = null
  readonly registration = new Registration()
  readonly register = vi.fn(async () => this.registration)
  /** The browser has found a version. */
  find() {
    const worker = new Worker()
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }
  install(worker: Worker) {
    Object.assign(this.registration, { installing: null, waiting: worker })
    worker.become('installed')
  }
  activate(worker: Worker) {
    Object.assign(this.registration, { waiting: null, active: worker })
    worker.become('activating')
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let container: Container
/** What the page offers. */
const page: { offered?: Update } = {}
let unmount: () => Promise<void>
const reload = vi.fn<() => void>()
const rest = vi.fn<() => void>()

function Offer() {
  const offered = useUpdate()
  useEffect(() => {
    page.offered = offered
  })
  return null
}

beforeEach(async () => {
  vi.useFakeTimers()
  container = new Container()
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: container })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  sessionStorage.clear()
  reload.mockClear()
  rest.mockClear()
  const root = createRoot(document.createElement('div'))
  await act(() => {
    offerUpdate(undefined)
    root.render(createElement(Offer))
  })
  unmount = () => act(() => root.unmount())
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const start = () => act(() => registerWorker(rest, reload))
const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)))
const looks = () => act(async () => void (await vi.advanceTimersByTimeAsync(3_600_000)))

it('offers nothing when a device gets its first version', async () => {
  await start()
  const worker = container.find()
  container.install(worker)
  await pass(1000)
  await act(() => container.activate(worker))
  expect([page.offered, reload.mock.calls.length]).toEqual([undefined, 0])
  expect(container.register).toHaveBeenCalledWith('/sw.js', { updateViaCache: 'none' })
})

it('installs again when the first installation failed, and no more once a version is active', async () => {
  await start()
  container.find().become('redundant')
  // Firefox ends an installation that takes longer than a minute.
  await pass(5000)
  expect(container.register).toHaveBeenCalledTimes(2)
  container.register.mockRejectedValueOnce(new TypeError('no connection'))
  container.find().become('redundant')
  await pass(60_000)
  expect(container.register).toHaveBeenCalledTimes(4)
  const worker = container.find()
  container.install(worker)
  await act(() => container.activate(worker))
  worker.become('redundant')
  await pass(60_000)
  expect(container.register).toHaveBeenCalledTimes(4)
})

it('registers again when the connection was lost before the first installation began', async () => {
  container.register.mockRejectedValueOnce(new TypeError('no connection'))
  const started = registerWorker(rest, reload)
  await pass(5000)
  await started
  expect(container.register).toHaveBeenCalledTimes(2)
})

it('offers nothing when another page registered the first version, which this page finds while it installs', async () => {
  const worker = container.find()
  await start()
  container.install(worker)
  await act(() => container.activate(worker))
  expect([page.offered, reload.mock.calls.length]).toEqual([undefined, 0])
})

it('offers a version that waits, and reloads once when the person accepts it', async () => {
  container.controller = new Worker()
  const waiting = new Worker()
  container.registration.waiting = waiting
  await start()
  expect([page.offered?.kind, reload.mock.calls.length]).toEqual(['ready', 0])
  await act(() => page.offered?.apply())
  expect([rest.mock.calls.length, waiting.got]).toEqual([1, [{ type: 'SKIP_WAITING' }]])
  expect(reload).not.toHaveBeenCalled()
  await act(() => container.activate(waiting))
  expect(reload).toHaveBeenCalledTimes(1)
})

it('reloads after a while when another page keeps the new version waiting', async () => {
  container.controller = new Worker()
  container.registration.waiting = new Worker()
  await start()
  await act(() => page.offered?.apply())
  await pass(1400)
  expect(reload).not.toHaveBeenCalled()
  await pass(200)
  expect(reload).toHaveBeenCalledTimes(1)
})

/** The page is loaded again by the previous version. */
async function load() {
  reload.mockClear()
  container = new Container()
  container.controller = new Worker()
  container.registration.waiting = new Worker()
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: container })
  await act(() => offerUpdate(undefined))
  await start()
}

it('an accepted version that takes over after that reload reloads the page once more, without a second question', async () => {
  await load()
  await act(() => page.offered?.apply())
  await pass(1600)
  expect(reload).toHaveBeenCalledTimes(1)
  await load()
  await act(() => container.activate(container.registration.waiting as Worker))
  expect(reload).toHaveBeenCalledTimes(1)
  // A later version is a new question.
  await load()
  await act(() => container.activate(new Worker()))
  expect([page.offered?.kind, reload.mock.calls.length]).toEqual(['running', 0])
})

it('an accepted version that takes over long after that reload is offered again', async () => {
  await load()
  await act(() => page.offered?.apply())
  await pass(1600)
  await load()
  await pass(30_000)
  await act(() => container.activate(container.registration.waiting as Worker))
  expect([page.offered?.kind, reload.mock.calls.length]).toEqual(['running', 0])
})

it('offers every version that comes while the page stays open, and looks for one each hour', async () => {
  container.controller = new Worker()
  await start()
  await looks()
  expect(container.registration.update).toHaveBeenCalledTimes(1)
  const kinds: unknown[] = []
  for (let version = 0; version < 3; version += 1) {
    container.install(container.find())
    await looks()
    kinds.push(page.offered)
    expect(page.offered?.kind).toBe('ready')
  }
  expect(new Set(kinds).size).toBe(3)
})

it('asks for a reload when another page has taken the new version', async () => {
  container.controller = new Worker()
  await start()
  const worker = container.find()
  container.install(worker)
  await pass(1000)
  await act(() => container.activate(worker))
  expect([page.offered?.kind, reload.mock.calls.length]).toEqual(['running', 0])
  page.offered?.apply()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('offers nothing on a page that the app does not control', async () => {
  container.registration.waiting = new Worker()
  await start()
  await pass(1000)
  expect(page.offered).toBe(undefined)
})

it('a remote command waits for a version that installs, and reloads with it', async () => {
  container.controller = new Worker()
  await start()
  container.registration.update.mockImplementation(async () => void container.find())
  void reloadNewest(() => true, reload)
  await pass(5000)
  expect(reload).not.toHaveBeenCalled()
  const worker = container.registration.installing as unknown as Worker
  await act(() => container.install(worker))
  await pass(0)
  expect([worker.got, reload.mock.calls.length]).toEqual([[{ type: 'SKIP_WAITING' }], 0])
  await act(() => container.activate(worker))
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a remote command reloads the page at once if there is no newer version', async () => {
  container.controller = new Worker()
  await start()
  await act(async () => void (await reloadNewest(() => true, reload)))
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a remote command does not reload while a person types, also when the typing began during the fetch', async () => {
  container.controller = new Worker()
  await start()
  let typing = false
  container.registration.update.mockImplementation(async () => {
    typing = true
    container.install(container.find())
  })
  const done: boolean[] = []
  await act(async () => void done.push(await reloadNewest(() => !typing, reload)))
  await pass(5000)
  const worker = container.registration.waiting as unknown as Worker
  expect([done, worker.got, reload.mock.calls.length]).toEqual([[false], [], 0])
})
