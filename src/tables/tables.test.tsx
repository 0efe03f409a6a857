import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { act, type DrawnPage, drawPage } from '../../tests/harness/page.tsx'
import { claim, settle } from '../store/outbox/claim.ts'
import { MusterDb, SpillDb } from '../store/db/MusterDb.ts'
import { forgetOwner } from '../store/identity/getOwner.ts'
import { setOwner } from '../store/identity/useOwner.ts'
import { setReach } from '../store/connectivity/getReach.ts'
import { getStore, openStore, setStore } from '../store/db/store.ts'
import { Dialogs } from '../ui/overlays/confirmDialog.tsx'
import { dismissToasts, Toasts } from '../ui/feedback/toast.tsx'
import { EditableTable, type EditableTableProps } from './EditableTable.tsx'

interface Company {
  readonly key: string
  readonly name: string
}
const old: Company[] = [
  { key: 'a'.repeat(20), name: 'Keystone' },
  { key: 'b'.repeat(20), name: 'Ironline' },
]
let drawn: DrawnPage | undefined
let asked = 0

function Companies(more: Partial<EditableTableProps<Company>> & { readonly rows?: readonly Company[] | undefined }) {
  return (
    <>
      <EditableTable<Company>
        title="Company List"
        item="Company"
        rows={old}
        columns={[{ key: 'name', label: 'Name', text: (row) => row.name }]}
        keyOf={keyOf}
        nameOf={(row) => row.name}
        path="teams/t1/companies"
        apply={apply}
        fields={[{ attribute: 'name', label: 'Name', required: 'Name required', from: (row) => row?.name ?? '' }]}
        fetchedAt={1}
        refresh={refresh}
        keptAs="companies"
        {...more}
      />
      <Dialogs />
      <Toasts />
    </>
  )
}
const keyOf = (row: Company) => row.key
const apply = (row: Company | undefined, payload: Record<string, unknown>, key: string): Company => ({
  key,
  name: typeof payload['name'] === 'string' ? payload['name'] : (row?.name ?? ''),
})
const refresh = async () => {
  asked += 1
}
const page = () => drawn as DrawnPage
const draw = async (more: Parameters<typeof Companies>[0] = {}) => (drawn = await drawPage(<Companies {...more} />))
const names = () =>
  [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.querySelector('.m-table-first > span')?.textContent ?? '')
const rowOf = (name: string) => [...document.querySelectorAll('tbody tr[data-row]')].find((row) => page().text(row).startsWith(name))
const waits = (name: string) => rowOf(name)?.querySelector('[data-delivery]')?.getAttribute('data-delivery')
const ops = () => getStore().db.outbox.orderBy('seq').toArray()
const act2 = async (name: string, label: string) => {
  await page().press(page().button(`More: ${name}`))
  const item = await page().until(() =>
    [...document.querySelectorAll('[role=menuitem]')].find((each) => each.textContent?.trim() === label),
  )
  await page().press(item)
}
/** Answers the oldest pending change as the server. */
async function answer(outcome: 'taken' | 'refused', notification?: string) {
  const { claims } = await claim(getStore(), 'u:ana', { worker: 'w', limit: 1, busy: new Set() })
  const [op] = claims
  if (!op) throw new Error('nothing waits')
  await act(async () => {
    await settle(
      getStore(),
      op,
      outcome === 'taken'
        ? { kind: 'sent', answer: { opId: op.opId, rev: 1, ...(notification !== undefined && { notification }) } }
        : { kind: 'parked', error: { kind: 'refused', code: 'FORBIDDEN', message: 'You may not do that here.' } as never },
    )
  })
}

beforeEach(async () => {
  localStorage.clear()
  asked = 0
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  setStore(openStore({ db: new MusterDb(options), spill: new SpillDb(options) }))
  await setOwner('u:ana')
})
afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  dismissToasts()
  setStore(undefined)
  forgetOwner()
})

describe('a table with rows that can be changed', () => {
  it('RV-107 RV-110 RV-264 RV-300 RV-301 RV-328 CO-453 CO-469 adds a row: asks until nothing is wrong, shows it at once as waiting, and says so', async () => {
    const { press, button, control, type, until, text } = await draw()
    await press(button('Add'))
    expect([...document.querySelectorAll('dialog button')].map((each) => each.textContent)).toContain('Add')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Add') as Element)
    expect(text()).toContain('Name required')
    expect(await ops()).toHaveLength(0)
    await type(control('Name'), '  Voltmark ')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Add') as Element)
    await until(() => names().includes('Voltmark'))
    expect(names()).toEqual(['Keystone', 'Ironline', 'Voltmark'])
    await until(() => waits('Voltmark') === 'saved')
    const [op] = await ops()
    // Nothing is claimed before the server has answered.
    expect(text()).not.toContain('Company Added')
    await answer('taken')
    await until(() => text().includes('Company Added'))
    expect(op?.path).toMatch(/^teams\/t1\/companies\/[A-Za-z0-9]{20}$/)
    expect(op).toMatchObject({ method: 'POST', body: { payload: { name: 'Voltmark', deleted: false } } })
  })

  it('RV-108 RV-299 RV-329 CO-454 changes a row, and lays the change over the copy until a newer copy is there', async () => {
    const { until, control, type, press, text, draw: again } = await draw()
    await press(page().button('Edit: Keystone'))
    expect(control('Name').value).toBe('Keystone')
    await type(control('Name'), 'Keystone Concrete')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Update') as Element)
    await until(() => names()[0] === 'Keystone Concrete' && waits('Keystone Concrete') === 'saved')
    // A change never brings back a row that someone else has deleted meanwhile: no `deleted: false`.
    expect((await ops())[0]?.body['payload']).toEqual({ name: 'Keystone Concrete' })
    await answer('taken')
    await until(() => text().includes('Company Updated'))
    await until(() => waits('Keystone Concrete') === undefined && asked > 0)
    expect(names()[0]).toBe('Keystone Concrete')
    await again(<Companies fetchedAt={Date.now() + 1000} rows={[{ key: 'a'.repeat(20), name: 'As the server has it' }]} />)
    await until(() => names()[0] === 'As the server has it')
  })

  it('RV-109 RV-326 RV-341 CO-443 CO-455 CO-475 deletes a row that the question has named', async () => {
    const { until, button, press, text } = await draw()
    await act2('Ironline', 'Delete')
    await until(() => text().includes('Are you sure you want to delete the Ironline Company?'))
    await press(button('Cancel'))
    expect(await ops()).toHaveLength(0)
    await act2('Ironline', 'Delete')
    await until(() => text().includes('Are you sure'))
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Delete') as Element)
    await until(() => !names().includes('Ironline'))
    expect((await ops())[0]).toMatchObject({ method: 'PATCH', body: { payload: { deleted: true } } })
    await answer('taken')
    await until(() => text().includes('Company Deleted'))
  })

  it('CO-453 CO-454 CO-455 shows the notification of the server, and says what is only queued', async () => {
    const { press, button, control, type, until, text } = await draw()
    const add = async (name: string) => {
      await press(button('Add'))
      await type(control('Name'), name)
      await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Add') as Element)
      await until(() => names().includes(name))
    }
    await add('Voltmark')
    await answer('taken', 'Voltmark is in three lists now')
    await until(() => text().includes('Voltmark is in three lists now'))
    await press(button('Edit: Keystone'))
    await type(control('Name'), 'Keystone Concrete')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Update') as Element)
    await until(() => waits('Keystone Concrete') === 'saved')
    await answer('taken', 'Keystone has two forms')
    await until(() => text().includes('Keystone has two forms'))
    await act2('Ironline', 'Delete')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Delete') as Element)
    await until(() => !names().includes('Ironline'))
    await answer('taken', 'Ironline had one form')
    await until(() => text().includes('Ironline had one form'))
    expect(text()).not.toMatch(/Company (?:Added|Updated|Deleted)/)
    setReach('offline')
    await add('Later')
    await until(() => text().includes('Saved on this device. It is sent with the next connection.'))
    // Its refusal, hours later, is told as well, and once.
    await answer('refused')
    await until(() => text().includes('Error Adding Company: You may not do that here.'))
    expect(text().split('Error Adding Company').length).toBe(2)
    setReach('unknown')
  })

  it('RV-327 RV-330 RV-331 CO-456 CO-457 CO-458 tells what the server refused, and leaves it to the person', async () => {
    const { until, control, type, press, button, text } = await draw()
    await act2('Ironline', 'Delete')
    await until(() => text().includes('Are you sure'))
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Delete') as Element)
    await until(() => !names().includes('Ironline'))
    await answer('refused')
    await until(() => text().includes('Error Deleting Company: You may not do that here.'))
    await until(() => waits('Ironline') === 'needsYou')
    await press(button('Edit: Keystone'))
    await type(control('Name'), 'Other')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Update') as Element)
    await until(() => names().includes('Other'))
    await answer('refused')
    await until(() => text().includes('Error Updating Company: You may not do that here.'))
    await press(button('Add'))
    await type(control('Name'), 'Third')
    await press([...document.querySelectorAll('dialog button')].find((each) => each.textContent === 'Add') as Element)
    await until(() => names().includes('Third'))
    await answer('refused')
    await until(() => text().includes('Error Adding Company: You may not do that here.'))
  })

  it('RV-342 does not delete what may not be deleted, and says why', async () => {
    const { until, text } = await draw({ beforeDelete: (row) => (row.name === 'Ironline' ? 'It is still on site' : undefined) })
    await act2('Ironline', 'Delete')
    await until(() => text().includes('Could not delete Ironline. It is still on site?'))
    expect(await ops()).toHaveLength(0)
  })

  it('RV-111 RV-294 offers nothing to change where one may only read', async () => {
    const { hasButton } = await draw({ readOnly: true })
    expect(names()).toEqual(['Keystone', 'Ironline'])
    expect([hasButton('Add'), hasButton('Edit: Keystone'), hasButton('More: Keystone')]).toEqual([false, false, false])
  })
})
