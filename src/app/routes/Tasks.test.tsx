import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ana, freshDevice, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost } from '../../engine/PageHost.ts'
import { getStore } from '../../store/db/store.ts'
import { noteSessionEnd } from '../../store/session/noteDisabled.ts'
import { drawnPrefix } from '../../store/session/forgetDrawn.ts'
import { Tasks } from './Tasks.tsx'

const address = '/frontend/tasks/ana'
const kept = () => localStorage.getItem(drawnPrefix + address)
let drawn: DrawnPage | undefined

beforeEach(async () => {
  await freshDevice()
  history.replaceState(null, '', address)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const script = document.createElement('script')
  script.dataset['app'] = '/assets/app.js'
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root, script)
})
afterEach(async () => {
  await putDown(drawn)
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('My Tasks is kept until the session has ended, also if only the worker knows', async () => {
  const props = { data: { component: 'tasks', componentConfig: { items: [] } }, host: {} as PageHost, address: '', owner: ana }
  drawn = await drawPage(<Tasks {...props} />)
  await vi.waitFor(() => expect(kept()).not.toBeNull(), 10_000)
  // The worker has no localStorage.
  await act(() => noteSessionEnd({ ...getStore(), storage: undefined }, ana))
  await vi.waitFor(() => expect(kept()).toBeNull())
})
