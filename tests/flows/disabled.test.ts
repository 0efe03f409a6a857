import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listSessions } from '../../contract/endpoints/sessions.ts'
import { forgetOwner, setOwner } from '../../src/store/identity/getOwner.ts'
import { keepBlob } from '../../src/store/files/keepBlob.ts'
import { setStore } from '../../src/store/db/store.ts'
import { takeDisabled } from '../../src/store/session/noteDisabled.ts'
import { ask } from '../../src/sync/ask.ts'
import { followChanges } from '../../src/sync/followChanges.ts'
import type { FeedAnswer, OpenFeed } from '../../src/sync/openFeed.ts'
import { pull } from '../../src/sync/pull.ts'
import type { Send } from '../../src/sync/send.ts'
import { json } from './server-model.ts'
import { site } from './site.ts'

const disabled = { error: { code: 'ACCOUNT_DISABLED', message: 'Account Disabled' } }
const refuse: Send = () => Promise.resolve(json(401, disabled))

async function phone() {
  const it = await site('u:ana')
  setStore(it.store)
  await setOwner('u:ana')
  return { ...it, row: () => it.store.db.principals.get('u:ana') }
}

const streamOf = (status: number, text: string): OpenFeed => {
  async function* parts() {
    yield text
  }
  const answer: FeedAnswer = { status, redirected: false, header: (name) => (name === 'x-app' ? '1' : null), text: parts() }
  return () => Promise.resolve(answer)
}

let stop: (() => void) | undefined
beforeEach(() => {
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => 'visible')
})
afterEach(() => {
  stop?.()
  stop = undefined
  setStore(undefined)
  forgetOwner()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('CO-277 a disabled account is noted by whichever call learns it first', () => {
  it.each<[string, (device: Awaited<ReturnType<typeof phone>>) => unknown]>([
    ['a screen that is fetched', ({ store }) => pull({ store, send: refuse, device: 'd' }, '/api/me', 'u:ana')],
    [
      'a save',
      async ({ save, send }) => {
        await save('forms/hazard/1', { a: 1 })
        await send(refuse)
      },
    ],
    [
      'a file that is uploaded',
      async ({ store, save, send }) => {
        const bytes = Object.assign(new Blob(['photo']), { arrayBuffer: () => Promise.resolve(new TextEncoder().encode('photo').buffer) })
        const { id: photo } = await keepBlob(store, { owner: 'u:ana', bytes, type: 'image/jpeg', filename: 'photo.jpg', draftId: 'd' })
        await save('forms/hazard/1', { a: 1 }, { blobIds: [photo] })
        await send(refuse)
      },
    ],
    [
      'a request of the moment',
      async () => {
        vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(disabled), { status: 401, headers: { 'x-app': '1' } })))
        await expect(ask(listSessions)).rejects.toThrow('Account Disabled')
      },
    ],
    [
      'a change stream that is refused',
      ({ store }) => {
        stop = followChanges({ store, send: refuse, open: streamOf(401, JSON.stringify(disabled)), locks: undefined })
      },
    ],
    [
      'a change stream that ends',
      ({ store }) => {
        stop = followChanges({
          store,
          send: refuse,
          open: streamOf(200, 'event: end\ndata: {"code":"ACCOUNT_DISABLED"}\n\n'),
          locks: undefined,
        })
      },
    ],
  ])('%s', async (_name, act) => {
    const device = await phone()
    await act(device)
    await expect.poll(device.row).toMatchObject({ session: 'expired', disabled: true })
    // The session is gone by now, so the next answer does not say why.
    await pull(
      { store: device.store, send: () => Promise.resolve(json(401, { error: { code: 'NOT_AUTHORIZED' } })), device: 'd' },
      '/api/me',
      'u:ana',
    )
    expect(await device.row()).toMatchObject({ session: 'expired', disabled: true })
    expect(takeDisabled(device.store)).toBe(true)
  })

  it('an ended session is not taken for a disabled account', async () => {
    const device = await phone()
    await pull(
      { store: device.store, send: () => Promise.resolve(json(401, { error: { code: 'NOT_AUTHORIZED' } })), device: 'd' },
      '/api/me',
      'u:ana',
    )
    expect((await device.row())?.disabled).toBeUndefined()
    expect(takeDisabled(device.store)).toBe(false)
  })
})
