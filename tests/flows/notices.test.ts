import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushNotice } from '../../contract/rules/notices/pushNotice.ts'
import { noteOwner } from '../../src/store/identity/getOwner.ts'
import { getStore } from '../../src/store/db/store.ts'
import { showNotice } from '../../sw/showNotice.ts'
import { forgetDevice, freshDevice } from '../harness/device.tsx'

const notice: PushNotice = { to: 'ana', title: 'An answer to review', body: '', path: '/review', tag: 'review:a', isUrgent: false }
const message = { json: () => notice } as PushMessageData

/** The notices on the screen of the device; jsdom has none. */
let shown: { title: string; tag: string; close(): void }[]
/** Happens while the browser shows a notice. */
let meanwhile: () => Promise<void>

beforeEach(async () => {
  await freshDevice()
  await noteOwner(getStore(), 'u:ana')
  shown = []
  meanwhile = async () => undefined
  vi.stubGlobal('registration', {
    showNotification: async (title: string, { tag }: { tag: string }) => {
      await meanwhile()
      const one = { title, tag, close: () => void (shown = shown.filter((other) => other !== one)) }
      shown.push(one)
    },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
    pushManager: { getSubscription: async () => null },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  forgetDevice()
})

describe('a push message', () => {
  it('is shown to the person who is signed in', async () => {
    await showNotice(message)
    expect(shown.map(({ title }) => title)).toEqual(['An answer to review'])
  })

  it('does not stay on the screen of a person who leaves while it is shown', async () => {
    meanwhile = () => noteOwner(getStore(), 'anonymous')
    await showNotice(message)
    expect(shown).toEqual([])
  })
})
