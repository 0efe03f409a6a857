import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { getLibrary, type LibraryDocument, type LibraryRow, listLibraries } from '../../../contract/endpoints/libraries.ts'
import { prefillSource } from '../../../contract/endpoints/pdfUpload.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import { screenRoutes } from '../../../tests/harness/screenRoutes.tsx'
import { MusterDb, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner } from '../../store/identity/getOwner.ts'
import { setOwner } from '../../store/identity/useOwner.ts'
import { setReach } from '../../store/connectivity/getReach.ts'
import { claim, settle } from '../../store/outbox/claim.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { dismissToasts, Toasts } from '../../ui/feedback/toast.tsx'
import { LibrariesScreen } from './LibrariesScreen.tsx'
import { LibraryScreen } from './LibraryScreen.tsx'

const key = 'L'.repeat(20)
const billing = [
  { id: 'pine', name: 'Harbor & Pine', status: 'Active', role: 'Owner' },
  { id: 'rest', name: 'Resting', status: 'Cancelled', role: 'Owner' },
  { id: 'wait', name: 'Waiting', status: 'Pending', role: 'Owner' },
  { id: 'trial', name: 'Trying', status: 'Trial', role: 'Administrator' },
] as const
const row = (type: LibraryRow['model']['type'] = 'Toolbox'): LibraryRow => ({
  path: `libraries/${key}`,
  rev: 1,
  model: { key, billingAccount: 'pine', name: 'Site talks', type, deleted: false },
  billing: { name: 'Harbor & Pine' },
  manages: true,
})

let drawn: DrawnPage
let router: ReturnType<typeof createRouter>

async function put(endpoint: Endpoint, data: unknown, params?: Record<string, string>, query?: Record<string, string | string[]>) {
  const url = addressOf(endpoint, params, query)
  await getStore().db.screens.put({ owner: 'u:ana', url, v: 1, data, version: 1, fetchedAt: Date.now(), etag: undefined } as never)
}

async function open(address: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Dialogs />
        <Toasts />
      </>
    ),
  })
  const routes = screenRoutes(root, { '/libraries': LibrariesScreen, '/library/$key': LibraryScreen })
  router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory({ initialEntries: [address] }) })
  drawn = await drawPage(<RouterProvider router={router} />)
  await drawn.until(() => document.querySelector('table'))
}

const ops = () => getStore().db.outbox.orderBy('seq').toArray()
/** Answers the newest change as the server: accepted, or refused with a reason. */
const answer = async (refusal?: string) => {
  const { claims } = await claim(getStore(), 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
  const [op] = claims
  if (!op) throw new Error('nothing waits')
  const error = { kind: 'refused', code: 'INVALID', message: refusal } as never
  await act(async () => {
    await settle(getStore(), op, refusal === undefined ? { kind: 'sent', answer: { opId: op.opId, rev: 1 } } : { kind: 'parked', error })
  })
}
const choices = (label: string) => [...drawn.control<HTMLSelectElement>(label).options].map(({ text }) => text)
const inDialog = (name: string) => [...document.querySelectorAll('dialog button')].find((one) => one.textContent === name) as Element
const saidAlerts = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)

window.scrollTo = () => undefined

beforeEach(async () => {
  localStorage.clear()
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  forgetOwner()
  await setOwner('u:ana')
  await put(listLibraries, { items: [row()], billing }, undefined, { include: ['library.billingAccount'], property: ['billing.name'] })
  await put(
    prefillSource,
    {
      items: [
        { id: 'person.name', label: 'Name' },
        { id: 'today()', label: 'Date' },
      ],
    },
    { userId: 'ana' },
  )
})
afterEach(async () => {
  await drawn.remove()
  await act(() => dismissToasts())
})

describe('libraries, from what the device knows', () => {
  it('RV-026 RV-146 RV-147 RV-148 RV-149 stand with their account, type and name, and the types are explained', async () => {
    await open('/libraries')
    expect(document.querySelector('h1')?.textContent).toBe('Libraries')
    expect([...document.querySelectorAll('thead th')].map((cell) => cell.textContent?.trim()).slice(0, 3)).toEqual([
      'Billing Account',
      'Type',
      'Name',
    ])
    expect([...document.querySelectorAll('.m-libraries-types strong')].map((one) => one.textContent)).toEqual([
      'Toolbox',
      'Forms',
      'Orienation Training Material',
    ])
    expect(drawn.text(document.querySelector('tbody'))).toContain('Harbor & Pine')
    expect(drawn.hasButton('Create Library')).toBe(true)
  })

  it('RV-150 RV-151 RV-152 RV-277 RV-333 a row leads to its documents, and is deleted after a question', async () => {
    await put(getLibrary, { library: row(), documents: [] }, { key })
    await open('/libraries')
    await drawn.press(drawn.button('More: Site talks, Harbor & Pine'))
    const item = await drawn.until(() =>
      [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent?.trim() === 'Delete'),
    )
    await drawn.press(item)
    await drawn.until(() => drawn.text(document.body).includes('Are you sure you want to delete the Site talks library?'))
    setReach('ok')
    await drawn.press(inDialog('Delete'))
    const [op] = await drawn.until(async () => ((await ops()).length > 0 ? ops() : undefined))
    await drawn.until(() => !drawn.text(document.querySelector('tbody')).includes('Site talks'))
    await answer()
    await drawn.until(() => drawn.text(document.body).includes('Library Deleted'))
    expect([op?.path, op?.body['payload']]).toEqual([`libraries/${key}`, { deleted: true }])
  })

  it('RV-027 RV-151 Manage opens the library', async () => {
    await put(getLibrary, { library: row(), documents: [] }, { key })
    await open('/libraries')
    await drawn.press(drawn.button('Manage: Site talks, Harbor & Pine'))
    await drawn.until(() => document.querySelector('h1')?.textContent === 'Site talks')
    expect(router.state.location.pathname).toBe(`/library/${key}`)
  })

  it('RV-154 RV-155 RV-156 RV-247 the address opens the dialog with type and account; RV-276 RV-274 RV-275 RV-332 nothing is made before all is there', async () => {
    await open('/libraries?create=Forms&billing=trial')
    const dialog = await drawn.until(() => document.querySelector('dialog'))
    expect(dialog.textContent).toContain('Create Library')
    expect(drawn.control<HTMLSelectElement>('Type').value).toBe('Forms')
    expect(drawn.control<HTMLSelectElement>('Billing Account').value).toBe('trial')
    expect(choices('Billing Account').slice(1)).toEqual(['Harbor & Pine', 'Trying'])
    await drawn.choose(drawn.control('Billing Account'), 'Choose…')
    await drawn.press(inDialog('Create'))
    expect(saidAlerts()).toEqual(expect.arrayContaining(['Billing Account is required', 'Library Name is required']))
    expect(await ops()).toEqual([])
    await drawn.choose(drawn.control('Billing Account'), 'Trying')
    await drawn.type(drawn.control('Library Name'), 'Permits')
    setReach('ok')
    await drawn.press(inDialog('Create'))
    const [op] = await drawn.until(async () => ((await ops()).length > 0 ? ops() : undefined))
    await drawn.until(() => drawn.text(document.querySelector('tbody')).includes('Permits'))
    await answer()
    await drawn.until(() => drawn.text(document.body).includes('Library Created'))
    expect(op?.body['payload']).toMatchObject({ billingAccount: 'trial', name: 'Permits', type: 'Forms', deleted: false })
    expect(op?.path).toBe(`libraries/${(op?.body['payload'] as { key: string } | undefined)?.key}`)
    await drawn.until(() => drawn.text(document.querySelector('tbody')).includes('Permits'))
    expect(router.state.location.searchStr).toBe('')
  })

  it('RV-334 RV-335 says when something could not be kept', async () => {
    await open('/libraries?create=Toolbox&billing=pine')
    await drawn.until(() => document.querySelector('dialog'))
    await drawn.type(drawn.control('Library Name'), 'Ladders')
    const { db } = getStore()
    db.outbox.hook('creating', () => {
      throw new Error('no room')
    })
    await drawn.press(inDialog('Create'))
    await drawn.until(() => /Error Creating Library: ./.test(drawn.text(document.body)))
    await drawn.press(inDialog('Cancel'))
    await drawn.press(drawn.button('More: Site talks, Harbor & Pine'))
    await drawn.press(
      await drawn.until(() => [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent?.trim() === 'Delete')),
    )
    await drawn.press(await drawn.until(() => [...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Delete')))
    await drawn.until(() => /Error Deleting Library: ./.test(drawn.text(document.body)))
  })

  it('RV-334 RV-335 tells what the server refused, instead of success', async () => {
    await open('/libraries?create=Toolbox&billing=pine')
    await drawn.until(() => document.querySelector('dialog'))
    await drawn.type(drawn.control('Library Name'), 'Ladders')
    await drawn.press(inDialog('Create'))
    await drawn.until(async () => (await ops()).length === 1)
    await answer('This billing account is pending. Please choose another one.')
    await drawn.until(() =>
      drawn.text(document.body).includes('Error Creating Library: This billing account is pending. Please choose another one.'),
    )
    await drawn.press(drawn.button('More: Site talks, Harbor & Pine'))
    await drawn.press(
      await drawn.until(() => [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent?.trim() === 'Delete')),
    )
    await drawn.press(await drawn.until(() => [...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Delete')))
    await drawn.until(async () => (await ops()).length === 2)
    await answer('You may not do that here.')
    await drawn.until(() => drawn.text(document.body).includes('Error Deleting Library: You may not do that here.'))
    expect(drawn.text(document.body)).not.toMatch(/Library (Created|Deleted)/)
  })

  it('RV-377 RV-184 a toolbox talk shows its date, RV-185 a form asks about the fields of its own file', async () => {
    await put(
      getLibrary,
      { library: row(), documents: [{ key: 'd'.repeat(20), name: 'Ladders', effectiveDate: '2026-05-04' }] satisfies LibraryDocument[] },
      { key },
    )
    await open(`/library/${key}`)
    expect(drawn.text(document.querySelector('table'))).toMatch(/Effective Date.*May 4, 2026/)
    await drawn.remove()

    await put(getLibrary, { library: row('Forms'), documents: [] }, { key })
    await open(`/library/${key}`)
    await drawn.press(drawn.button('Add'))
    await drawn.until(() => document.querySelector('dialog'))
    await drawn.press(inDialog('Add'))
    await drawn.until(() => saidAlerts().includes('Name required') && saidAlerts().includes('PDF file required'))
    await drawn.type(drawn.control('Name'), 'Hot work permit')
    const input = drawn.control<HTMLInputElement>('PDF file')
    const choose = async (bytes?: Uint8Array<ArrayBuffer>) => {
      const files = bytes ? [new File([bytes], 'permit.pdf', { type: 'application/pdf' })] : []
      for (const file of files) file.arrayBuffer = () => Promise.resolve(bytes?.slice().buffer ?? new ArrayBuffer(0))
      Object.defineProperty(input, 'files', { value: files, configurable: true })
      await act(() => void input.dispatchEvent(new Event('change', { bubbles: true })))
    }
    const whole = readFileSync('tests/pdf/forms/every-type.pdf')
    // A file that no device could open does not enter the library; half of a form still has fields.
    for (const bytes of [
      new TextEncoder().encode('a letter that is called permit.pdf'),
      new Uint8Array(whole.subarray(0, whole.length >> 1)),
    ]) {
      await choose(bytes)
      await drawn.until(() => saidAlerts().includes("This file can't be read as a PDF. Choose another copy."))
      await drawn.press(inDialog('Add'))
      expect(input.getAttribute('aria-invalid')).toBe('true')
      expect(await getStore().db.outbox.count()).toBe(0)
      await choose()
      await drawn.until(() => saidAlerts().includes('PDF file required'))
    }
    await choose(new Uint8Array(whole))
    await drawn.until(() => document.querySelector('.m-libraries-field') ?? undefined)
    await drawn.choose(drawn.control('Prefill: Full name'), 'Name')
    await drawn.press(drawn.control('Column'))
    await drawn.press(drawn.button('Add rule'))
    await drawn.choose(drawn.control('Field of the rule'), 'answer')
    await drawn.choose(drawn.control('Non-conforming answer'), 'No')
    expect(drawn.control<HTMLSelectElement>('Non-conforming answer').value).toBe('1')
    expect(drawn.control<HTMLSelectElement>('Prefill: Full name').value).toBe('person.name')
  }, 60_000)

  it('a form that a project has is filled in from its library, without a connection too', async () => {
    const document = {
      key: 'f'.repeat(20),
      name: 'Hot work permit',
      pdf: { id: 'p'.repeat(20), filename: 'permit.pdf', url: `/api/files/${'p'.repeat(20)}` },
      forms: [{ key: 'doc-permit', project: 'Riverside' }],
    } satisfies LibraryDocument
    await put(getLibrary, { library: { ...row('Forms'), manages: false }, documents: [document] }, { key })
    await open(`/library/${key}`)
    await drawn.press(drawn.button('Fill in: Hot work permit'))
    await drawn.until(() => router.state.location.pathname === '/frontend/forms/doc-permit')
  })
})
