import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyOf, lockOf } from '../../src/store/drafts/lockOf.ts'
import { saveDraft, visitDraft } from '../../src/store/drafts/saveDraft.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { setStore } from '../../src/store/db/store.ts'
// Imported in advance: loading from disk takes real time.
import '../../src/store/drafts/openDraft.ts'
import { Device } from './device.ts'
import { fakeLocks } from './locks.ts'

const path = 'forms/hazard/:new'
const opens: (() => void)[] = []

beforeEach(async () => {
  const locks = fakeLocks()
  Object.defineProperty(navigator, 'locks', {
    value: Object.assign(locks, { query: () => Promise.resolve({ held: [] }) }),
    configurable: true,
  })
  setStore(new Device().start())
  await setOwner('u:ana')
  sessionStorage.setItem(`draft:${path}`, 'mine')
  await saveDraft({ path, initHash: keyOf('h1', 'mine'), body: { hours: 8 }, blobIds: [], title: 'Hazard' })
})
afterEach(async () => {
  for (const close of opens.splice(0)) close()
  await Promise.resolve()
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetOwner()
  setStore(undefined)
  Reflect.deleteProperty(navigator, 'locks')
})

/** Simulates the previous page, which releases its draft only after this time, ms. */
function heldFor(ms: number): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void navigator.locks.request(lockOf('u:ana', path, keyOf('h1', 'mine')), {}, () => new Promise((free) => setTimeout(free, ms)))
}
function openedBy(type: 'reload' | 'navigate'): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
}
async function opened() {
  let visit: Awaited<ReturnType<typeof visitDraft>> | undefined
  void visitDraft(path, 'h1').then((done) => (visit = done))
  for (let turn = 0; !visit; turn++) {
    if (turn > 20_000) throw new Error('The form never opened')
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(1)
  }
  opens.push(visit.use())
  return visit
}

it('a slow phone that is loaded again goes on with what was typed, also when the page before lets go of it seconds later', async () => {
  openedBy('reload')
  heldFor(3000)
  expect((await opened()).draft?.body).toEqual({ hours: 8 })
})

it('a form that another window keeps open opens afresh there, and never writes over that draft', async () => {
  openedBy('navigate')
  heldFor(3000)
  const visit = await opened()
  expect(visit.draft).toBeUndefined()
  expect(visit.key).not.toBe(keyOf('h1', 'mine'))
})
