import 'fake-indexeddb/auto'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FieldSetting, NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import type { Model, RecordSave } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'
import { act, type DrawnPage, drawPage } from '../../../tests/harness/page.tsx'
import type { PageHost, RootScreenProps } from '../../engine/PageHost.ts'
import { noteServerTime } from '../../store/db/serverNow.ts'
import { MusterDb, type OpRow, SpillDb } from '../../store/db/MusterDb.ts'
import { forgetOwner, setOwner } from '../../store/identity/getOwner.ts'
import { reopenOp } from '../../store/outbox/queue.ts'
import { getStore, openStore, setStore } from '../../store/db/store.ts'
import { flushUnsaved } from '../../store/drafts/flushUnsaved.ts'
import { Dialogs } from '../../ui/overlays/confirmDialog.tsx'
import { AutomationExecutionForm } from './AutomationExecutionForm.tsx'
import { AutomationExecutionMinform } from './AutomationExecutionMinform.tsx'
import { AutomationForm } from './AutomationForm.tsx'
import { afterSave } from './drafts/restore.ts'
import { ResponsiveDialog } from './ResponsiveDialog.tsx'

vi.mock('./drafts/restore.ts', { spy: true })

interface Told {
  finished: Record<string, unknown>[]
  failed: unknown[]
  dirty: boolean
  addresses: string[]
  busy: number
}

let told: Told
let drawn: DrawnPage | undefined
let device = 0

const host: PageHost = {
  embedded: false,
  busy: () => {
    told.busy++
    return () => undefined
  },
  finish: (result, origin) => void told.finished.push({ ...result, origin }),
  fail: (error) => void told.failed.push(error),
  reload: () => undefined,
  dirty: (is) => {
    told.dirty = is
  },
  run: () => Promise.resolve(),
  navigate: (url) => void told.addresses.push(url),
}

const name: NodeSetting = { type: 'text', attribute: 'name', label: 'Your name', required: true }
const note: FieldSetting<'text'> = { type: 'text', attribute: 'note', label: 'Note' }
const gate: FieldSetting<'text'> = { type: 'text', attribute: 'gate', label: 'Gate' }

function page(form: Partial<FormSettings> = {}, more: Partial<PageData> = {}): PageData {
  return {
    component: 'automationForm',
    formVersion: '1',
    form: { name: 'Hazard report', children: [name, note], ...form },
    record: { path: 'forms/hazard/:new', rev: 0, model: {} },
    ...more,
  }
}

const address = '/api/forms/hazard.json'

const shell = (data: PageData, Screen: ComponentType<RootScreenProps> = AutomationForm) => (
  <>
    <Screen data={data} host={host} address={address} owner="u:ana" />
    <Dialogs />
  </>
)

async function open(data: PageData, Screen: ComponentType<RootScreenProps> = AutomationForm): Promise<DrawnPage> {
  await drawn?.remove()
  drawn = await drawPage(shell(data, Screen))
  await drawn.until(() => document.querySelector('.m-fields-form') ?? document.querySelector('[role=alert]'))
  return drawn
}

const ops = () => getStore().db.outbox.toArray()
const drafts = () => getStore().db.drafts.toArray()
const shelf = () => getStore().db.shelf.toArray()
const bodyOf = (op: OpRow | undefined) => op?.body as RecordSave | undefined

/** A button of the dialog over the page. */
const answer = (label: string) => [...document.querySelectorAll('dialog button')].find((button) => button.textContent === label)

/** The page moves to the background, as phones do without a warning. */
const hide = () => act(async () => void dispatchEvent(new Event('pagehide')))

async function save(page: DrawnPage, button = 'Save'): Promise<OpRow> {
  await page.press(page.button(button))
  await page.until(() => told.finished.length > 0)
  const op = (await ops()).at(-1)
  if (!op) throw new Error('Nothing was kept')
  return op
}

beforeEach(async () => {
  told = { finished: [], failed: [], dirty: false, addresses: [], busy: 0 }
  device++
  setStore(openStore({ db: new MusterDb({ name: `muster-${device}` }), spill: new SpillDb({ name: `spill-${device}` }) }))
  forgetOwner()
  await setOwner('u:ana')
})

afterEach(async () => {
  await drawn?.remove()
  drawn = undefined
  await getStore().db.delete()
  await getStore().spill.delete()
  localStorage.clear()
})

describe('a form screen', () => {
  it('before a page is loaded again for a part of the app, what was typed a moment ago is on the device, or it is not loaded again', async () => {
    const { control, type, remove } = await open(page())
    await type(control('Your name'), 'Ana')
    await act(async () => expect(await flushUnsaved()).toBe(true))
    expect((await drafts()).map(({ body }) => body)).toMatchObject([{ name: 'Ana' }])
    await type(control('Your name'), 'Ana Maria')
    const full = vi.spyOn(getStore().db, 'transaction').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    await act(async () => expect(await flushUnsaved()).toBe(false))
    full.mockRestore()
    await remove()
    expect(await flushUnsaved()).toBe(false)
  })
  it('FE-005 FE-055 makes the settings a form, under a card with its name and the filled template', async () => {
    const { control, text, type } = await open(page({ template: 'Reported by {{name}}' }))
    const card = () => text(document.querySelector('.m-fields-formCard'))
    expect(card()).toContain('Hazard report')
    await type(control('Your name'), 'Ana')
    expect(card()).toContain('Reported by Ana')
  })
  it('FE-055 has no card without a template', async () => {
    const { root } = await open(page())
    expect(root.querySelector('.m-fields-formCard')).toBeNull()
    expect(root.querySelector('h1')?.textContent).toBe('Hazard report')
  })
  it('FE-006 FE-014 FE-055 saves its answers at the top of the record', async () => {
    const screen = await open(page({}, { component: 'manpowerCollection' }))
    await screen.type(screen.control('Your name'), 'Ana')
    const op = await save(screen)
    expect(op.kind).toBe('POST /api/data/*')
    expect(bodyOf(op)?.payload).toMatchObject({ name: 'Ana' })
  })
  it('FE-056 the execution form saves its answers nested as model', async () => {
    const record = { path: 'forms/hazard/A1', rev: 3, model: { team: 't1', model: { name: 'Bo', note: 'old' } } }
    const screen = await open(page({}, { record }), AutomationExecutionForm)
    expect(screen.control('Your name').value).toBe('Bo')
    await screen.type(screen.control('Note'), 'new')
    const op = await save(screen)
    expect(bodyOf(op)?.payload).toMatchObject({ team: 't1', model: { name: 'Bo', note: 'new' }, titleStatus: 'Processing' })
    expect(bodyOf(op)?.payload).not.toHaveProperty('note')
    expect(bodyOf(op)?.base).toEqual(record.model)
    expect(op.baseRev).toBe(3)
  })
  it('FE-057 the mini form opens in dialogs, without a heading of its own, and reports when it is done', async () => {
    let done = 0
    const Mini = (props: RootScreenProps) => <AutomationExecutionMinform {...props} onDone={() => done++} />
    const screen = await open(page(), Mini)
    expect(screen.root.querySelector('h1')).toBeNull()
    await screen.type(screen.control('Your name'), 'Ana')
    const op = await save(screen)
    expect(bodyOf(op)?.payload).toMatchObject({ model: { name: 'Ana' } })
    expect(done).toBe(1)
  })
  it('a form in a dialog has the title of the page, and closing it goes back', async () => {
    const screen = await open(page({}, { componentConfig: { title: 'Add a hazard' } }), ResponsiveDialog)
    const dialog = document.querySelector('dialog')
    expect(screen.text(dialog)).toContain('Add a hazard')
    expect(dialog?.contains(screen.control('Your name'))).toBe(true)
    await act(async () => void dialog?.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(told.addresses).toEqual(['back'])
  })
})

describe('checking', () => {
  it('FE-189 FE-190 FE-191 FE-192 saving with errors scrolls to the top, says so at the fields and in a summary, and saves nothing', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Note'), 'x')
    expect(screen.text()).not.toContain('Required')
    await screen.press(screen.button('Save'))
    expect(screen.text(document.querySelector('[data-attribute=name] .m-controls-error'))).toBe('Your name Required')
    expect(screen.text(document.querySelector('.m-forms-summary'))).toContain('Your name Required')
    expect(document.querySelector('.m-forms-top')?.hasAttribute('data-scrolled')).toBe(true)
    expect(await ops()).toEqual([])
    expect(told.finished).toEqual([])
    expect(screen.control('Note').value).toBe('x')
  })
  it('FE-191 the summary leads to the field, and goes when all is well', async () => {
    const screen = await open(page())
    await screen.press(screen.button('Save'))
    await screen.press(screen.button('Your name Required'))
    expect(document.activeElement).toBe(screen.control('Your name'))
    await screen.type(screen.control('Your name'), 'Ana')
    expect(document.querySelector('.m-forms-summary')).toBeNull()
    await save(screen)
  })
  it('the summary names the field of a message that does not', async () => {
    const weight: NodeSetting = { type: 'text', number: true, attribute: 'weight', label: 'Weight of the load', max: 220 }
    const screen = await open(page({ children: [weight] }))
    await screen.type(screen.control('Weight of the load'), '300')
    await screen.press(screen.button('Save'))
    expect(screen.text(document.querySelector('.m-forms-summary'))).toContain('Weight of the load: Enter 220 or less')
  })
  it('FE-271 a hidden field never keeps a form from being saved', async () => {
    const hidden: NodeSetting = { type: 'text', attribute: 'why', label: 'Why', required: true, visible: "note == 'no'" }
    const screen = await open(page({ children: [note, hidden] }))
    await screen.type(screen.control('Note'), 'yes')
    const op = await save(screen)
    expect(bodyOf(op)?.payload).not.toHaveProperty('why')
  })
})

describe('a save', () => {
  it('FE-206 FE-207 FE-208 sets titleStatus Processing, tags [Processing] and deleted false', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Your name'), 'Ana')
    expect(bodyOf(await save(screen))?.payload).toMatchObject({ titleStatus: 'Processing', tags: ['Processing'], deleted: false })
  })
  it('FE-209 sets none of them when it brings a model of its own', async () => {
    const screen = await open(page({ children: [name, { type: 'save', label: 'Close', model: { titleStatus: 'Closed' } }] }))
    await screen.type(screen.control('Your name'), 'Ana')
    const payload = bodyOf(await save(screen, 'Close'))?.payload
    expect(payload).toMatchObject({ name: 'Ana', titleStatus: 'Closed' })
    expect(payload).not.toHaveProperty('tags')
    expect(payload).not.toHaveProperty('deleted')
  })
  it('FE-015 FE-373 sends the auto-feed', async () => {
    const screen = await open(page({ children: [note] }))
    await screen.type(screen.control('Note'), 'x')
    expect(bodyOf(await save(screen))?.feed).toEqual({
      type: 'message',
      input: 'http',
      sms: true,
      text: 'Thanks I have captured those form changes.',
    })
  })
  it.each([
    ['FE-374 with another text', 'We have your report', { type: 'message', input: 'http', sms: true, text: 'We have your report' }],
    ['FE-375 not at all', false, false],
  ] as const)('sends the auto-feed as the setting says: %s', async (_, feed, sent) => {
    const screen = await open(page({ children: [note, { type: 'save', feed }] }))
    await screen.type(screen.control('Note'), 'x')
    expect(bodyOf(await save(screen))?.feed).toEqual(sent)
  })
  it('FE-341 FE-357 carries rpc, saveRpc and allowedAttributes, and follows returnUrl, its delay and message', async () => {
    const setting: NodeSetting = {
      type: 'save',
      rpc: 'close',
      saveRpc: 'notify',
      allowedAttributes: ['note'],
      returnUrl: '/frontend/tasks/ana',
      returnUrlDelay: 50,
      returnMessage: '# Thanks {{note}}',
    }
    const screen = await open(page({ children: [note, setting] }))
    await screen.type(screen.control('Note'), 'Ana')
    expect(bodyOf(await save(screen))).toMatchObject({ rpc: 'close', saveRpc: 'notify', allowedAttributes: ['note'] })
    expect(told.finished).toMatchObject([
      { returnUrl: '/frontend/tasks/ana', returnUrlDelay: 50, returnMessage: '# Thanks Ana', queued: true, origin: 'record' },
    ])
    expect(told.busy).toBe(1)
    expect(told.dirty).toBe(false)
  })
  it('FE-207 FE-357 a save with a path validates, brings the statuses, ends the draft, and writes the other record', async () => {
    const elsewhere: NodeSetting = {
      type: 'button',
      label: 'Send to the log',
      action: { message: 'save.firestore.record', path: '/forms/log/:new', recoveryEnabled: true, rpc: 'close', feed: 'Logged {{name}}' },
    }
    const screen = await open(page({ children: [name, elsewhere] }))
    await screen.press(screen.button('Send to the log'))
    expect(screen.text()).toContain('Your name Required')
    expect(await ops()).toEqual([])
    await screen.type(screen.control('Your name'), 'Ana')
    await hide()
    await screen.until(async () => (await drafts()).length > 0)
    const op = await save(screen, 'Send to the log')
    expect(op.path).toMatch(/^forms\/log\/[A-Za-z0-9]{20}$/)
    expect(bodyOf(op)).toMatchObject({ rpc: 'close', feed: { text: 'Logged Ana' } })
    expect(bodyOf(op)?.payload).toMatchObject({
      name: 'Ana',
      key: op.path.split('/')[2],
      titleStatus: 'Processing',
      tags: ['Processing'],
      deleted: false,
    })
    expect(await drafts()).toEqual([])
    expect(told.finished).toMatchObject([{ queued: true, recovery: true, opId: op.opId }])
  })
  it('FE-357 a save with the path of a known record changes what it says, and keeps the rest', async () => {
    await getStore().db.records.put({
      owner: 'u:ana',
      path: 'forms/log/A2345678901234567890',
      rev: 4,
      model: { note: 'old', team: 't' },
    } as never)
    const action = { message: 'save.firestore.record', path: 'forms/log/A2345678901234567890' } as const
    const screen = await open(page({ children: [note, { type: 'button', label: 'Update', action }] }))
    await screen.type(screen.control('Note'), 'new')
    const op = await save(screen, 'Update')
    expect([op.baseRev, bodyOf(op)?.base]).toEqual([4, { note: 'old' }])
    expect(bodyOf(op)?.payload).toMatchObject({ note: 'new' })
    // The other record has a name and a time of its own.
    for (const attribute of ['name', 'timestamp', 'key', 'team']) expect(bodyOf(op)?.payload).not.toHaveProperty(attribute)
  })
  it('a save with a path claims no file that only the server has', async () => {
    const model = { photos: [{ id: 'F2345678901234567890', sha256: 'x', size: 3 }] }
    const record = { path: 'forms/hazard/A2345678901234567890', rev: 1, model }
    const action = { message: 'save.firestore.record', path: '/forms/log/:new' } as const
    const screen = await open(page({ children: [note, { type: 'button', label: 'Copy', action }] }, { record }))
    await screen.type(screen.control('Note'), 'new')
    const op = await save(screen, 'Copy')
    expect(op.blobIds).toEqual([])
    expect(bodyOf(op)?.payload).toMatchObject(model)
    expect(bodyOf(op)?.payload).not.toHaveProperty('name')
    expect(bodyOf(op)?.payload).not.toHaveProperty('timestamp')
  })
  it('returns where the form says when the save says nothing', async () => {
    const screen = await open(page({ children: [note], returnUrl: 'close' }))
    await screen.type(screen.control('Note'), 'x')
    await save(screen)
    expect(told.finished).toMatchObject([{ returnUrl: 'close' }])
  })
  it('FE-108 RV-360 FE-427 FE-107 gives a new record its 20-character id when it is opened, and keeps it over a restart', async () => {
    const first = await open(page({}, { team: 'tower' }))
    await first.type(first.control('Your name'), 'Ana')
    await hide()
    await first.until(async () => (await drafts()).length > 0)
    const kept = (await drafts())[0]?.recordPath
    expect(kept).toMatch(/^forms\/hazard\/[A-Za-z0-9]{20}$/)
    const again = await open(page({}, { team: 'tower' }))
    const op = await save(again)
    expect(op.path).toBe(kept)
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
    expect(bodyOf(op)?.payload).toMatchObject({ key: kept?.split('/')[2], title: 'Hazard report', team: 'tower', timestamp })
    expect(bodyOf(op)?.base).toBeUndefined()
  })
  it('names the record by its title template', async () => {
    const screen = await open(page({ recordTitle: '{{note}} by {{name}}' }))
    await screen.type(screen.control('Your name'), 'Ana')
    await screen.type(screen.control('Note'), 'Open pit')
    const op = await save(screen)
    expect([op.title, bodyOf(op)?.payload['title']]).toEqual(['Open pit by Ana', 'Open pit by Ana'])
  })
  it('takes the text that is still in the field with the focus', async () => {
    const screen = await open(page())
    const control = screen.control('Your name')
    await act(async () => control.focus())
    control.value = 'Ana'
    expect(bodyOf(await save(screen))?.payload).toMatchObject({ name: 'Ana' })
  })
  it('says "Not saved" when the device has no room, and keeps everything', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Your name'), 'Ana')
    const { db, spill } = getStore()
    const full = () => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    }
    db.outbox.hook('creating', full)
    spill.ops.hook('creating', full)
    await screen.press(screen.button('Save'))
    await screen.until(() => screen.text().includes('Not saved'))
    expect(screen.text()).toContain('Everything you typed is still here')
    expect(screen.control('Your name').value).toBe('Ana')
    expect(told.finished).toEqual([])
    db.outbox.hook('creating').unsubscribe(full)
    await save(screen)
    expect(await drafts()).toEqual([])
  })
  it('removes the draft in the same step, and writes none after it', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Your name'), 'Ana')
    await hide()
    await screen.until(async () => (await drafts()).length > 0)
    await screen.type(screen.control('Note'), 'last word')
    await save(screen)
    await hide()
    await drawn?.remove()
    drawn = undefined
    expect(await drafts()).toEqual([])
    expect((await ops()).length).toBe(1)
  })
  it('goes on with the same record after a save that stays on the page', async () => {
    const screen = await open(page({ children: [name, note, { type: 'save', label: 'Keep', returnUrl: 'nop' }] }))
    await screen.type(screen.control('Your name'), 'Ana')
    const first = await save(screen, 'Keep')
    await screen.until(() => !told.dirty)
    expect(screen.control('Your name').value).toBe('Ana')
    told.finished = []
    await screen.type(screen.control('Note'), 'more')
    expect(told.dirty).toBe(true)
    const second = await save(screen, 'Keep')
    expect(second.path).toBe(first.path)
    expect(bodyOf(second)?.base).toMatchObject({ name: 'Ana' })
    expect(bodyOf(second)?.payload).toMatchObject({ name: 'Ana', note: 'more' })
    expect(second.parentOpId).toBe(first.opId)
    expect(await drafts()).toEqual([])
  })
  it('leaves no draft of a save that stays on the page when the part that goes on cannot be loaded', async () => {
    const screen = await open(page({ children: [name, { type: 'save', label: 'Keep', returnUrl: 'nop' }] }))
    await screen.type(screen.control('Your name'), 'Ana')
    vi.mocked(afterSave).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    await save(screen, 'Keep')
    await screen.until(() => screen.control('Your name').value === '')
    expect(screen.text()).not.toContain('Not saved')
    await hide()
    expect(await drafts()).toEqual([])
  })
  it('a refused save that is opened again for a correction takes its own place in the queue', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Your name'), 'Ana')
    const refused = await save(screen)
    await getStore().db.outbox.update(refused.seq, { state: 'parked', attempts: 1 })
    expect(await reopenOp(refused.opId)).toMatchObject({ address })
    const again = await open(page())
    expect(again.control('Your name').value).toBe('Ana')
    await again.type(again.control('Note'), 'mended')
    told.finished = []
    const mended = await save(again)
    expect(mended.path).toBe(refused.path)
    expect((await ops()).map(({ opId }) => opId)).toEqual([mended.opId])
  })
  it('opens a record with the own save on it that the server does not know yet', async () => {
    const record = { path: 'forms/hazard/A1', rev: 1, model: { name: 'Ana', note: 'old' } as Model }
    const first = await open(page({}, { record }))
    await first.type(first.control('Note'), 'mine')
    await save(first)
    const again = await open(page({}, { record }))
    expect(again.control('Note').value).toBe('mine')
    await again.until(() => again.text().includes('Saved on this device'))
  })
})

describe('drafts', () => {
  const record = { path: 'forms/hazard/A1', rev: 1, model: { name: 'Ana', note: 'old' } as Model }

  async function typeAndLeave(data: PageData, text: string) {
    const screen = await open(data)
    await screen.type(screen.control('Note'), text)
    await hide()
    await screen.until(async () => (await drafts()).length > 0)
  }

  it('FE-215 brings back what was typed when the data is the same, and says so', async () => {
    await typeAndLeave(page({}, { record }), 'half a sentence')
    const screen = await open(page({}, { record }))
    expect(screen.control('Note').value).toBe('half a sentence')
    await screen.until(() => screen.text().includes('What you typed is back'))
    expect(told.dirty).toBe(true)
  })
  it('FE-215 does not bring it back when the data has changed; it is offered instead', async () => {
    await typeAndLeave(page({}, { record }), 'mine')
    const screen = await open(page({}, { record: { ...record, rev: 2, model: { name: 'Ana', note: 'theirs' } } }))
    expect(screen.control('Note').value).toBe('theirs')
    await screen.until(() => screen.hasButton('Restore'))
    await screen.press(screen.button('Restore'))
    expect(screen.control('Note').value).toBe('mine')
    // The form's own draft now contains it.
    await screen.until(async () => (await shelf()).length === 0)
    expect((await drafts()).map(({ body }) => body['note'])).toEqual(['mine'])
  })
  it('FE-216 FE-428 does not bring it back after 24 hours', async () => {
    await typeAndLeave(page({}, { record }), 'yesterday')
    const { db } = getStore()
    const [row] = await drafts()
    await db.drafts.put({ ...(row as NonNullable<typeof row>), serverAt: Date.now() - 24 * 3_600_000 - 60_000 })
    await noteServerTime(getStore(), Date.now())
    const screen = await open(page({}, { record }))
    expect(screen.control('Note').value).toBe('old')
    expect(await drafts()).toEqual([])
    await screen.until(() => screen.text().includes('kept for 30 days'))
  })
  it('FE-216 FE-428 still brings it back a moment before', async () => {
    await typeAndLeave(page({}, { record }), 'this morning')
    const [row] = await drafts()
    await getStore().db.drafts.put({ ...(row as NonNullable<typeof row>), serverAt: Date.now() - 24 * 3_600_000 + 60_000 })
    await noteServerTime(getStore(), Date.now())
    const screen = await open(page({}, { record }))
    expect(screen.control('Note').value).toBe('this morning')
  })
  it('tells what has no place any more when the form has changed', async () => {
    const fresh = { ...record, model: { name: 'Ana' } as Model }
    await typeAndLeave(page({}, { record: fresh }), 'a long story')
    const screen = await open(page({ children: [name] }, { record: fresh, formVersion: '2' }))
    await screen.until(() => screen.text().includes('These answers no longer fit:note: a long story'))
  })
  it('says what was brought back and from when; starting afresh throws nothing away, and restoring brings all of it back', async () => {
    await typeAndLeave(page({}, { record }), 'mine')
    const screen = await open(page({}, { record }))
    const said = await screen.until(() => /What you typed is back\. 2 answers, last change ([^.]+)\./.exec(screen.text())?.[1])
    const [row] = await drafts()
    expect(said).toBe(new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(row?.updatedAt))
    await screen.press(screen.button('Start over'))
    await screen.until(() => screen.control('Note').value === 'old')
    expect(await drafts()).toEqual([])
    expect(await shelf()).toMatchObject([{ reason: 'afresh', body: { note: 'mine' } }])
    await screen.press(await screen.until(() => screen.hasButton('Restore') && screen.button('Restore')))
    expect(screen.control('Note').value).toBe('mine')
    await screen.until(async () => (await shelf()).length === 0)
  })
  it('asks before answers that were given since are replaced', async () => {
    await typeAndLeave(page({}, { record }), 'mine')
    const screen = await open(page({}, { record: { ...record, rev: 2, model: { name: 'Ana', note: 'theirs' } } }))
    await screen.type(screen.control('Note'), 'newer')
    await screen.press(await screen.until(() => screen.hasButton('Restore') && screen.button('Restore')))
    await screen.until(() => screen.text().includes('This replaces your answers in the form: 1. Continue?'))
    await screen.press(await screen.until(() => answer('Cancel')))
    expect(screen.control('Note').value).toBe('newer')
    expect(await shelf()).toHaveLength(1)
  })
  it('remembers the page, and the bar turns pages until the last one, which saves', async () => {
    await Promise.all([import('../../fields/pages/PagedBody.tsx'), import('../../fields/pages/PageButtons.tsx')])
    const onPage = (label: string, child: NodeSetting): NodeSetting => ({ type: 'group', label, style: 'page', children: [child] })
    const paged = page({ children: [onPage('Who', name), onPage('What', note), onPage('Where', gate)] })
    const first = await open(paged)
    const bar = () => [...document.querySelectorAll('.m-forms-actionButtons button')].map((button) => button.textContent)
    await first.until(() => first.hasButton('Next'))
    expect(bar()).toEqual(['Cancel', 'Next'])
    await first.press(first.button('Next'))
    expect(document.activeElement).toBe(first.control('Your name'))
    await first.type(first.control('Your name'), 'Ana')
    await first.press(first.button('Next'))
    expect(bar()).toEqual(['Back', 'Next'])
    await first.until(async () => (await drafts())[0]?.page === 1)
    const again = await open(paged)
    await again.until(() => again.text().includes('Page 2 of 3 What'))
    await again.press(again.button('Next'))
    expect(bar()).toEqual(['Back', 'Save'])
    expect(bodyOf(await save(again))?.payload).toMatchObject({ name: 'Ana' })
  })
  it('a draft beside the form is taken over answer by answer, and named before it is deleted', async () => {
    const was = page({ recordTitle: 'Hazard at {{gate}}', children: [name, note, gate] }, { record: { ...record, model: {} } })
    const first = await open(was)
    await first.type(first.control('Your name'), 'Bo')
    await first.type(first.control('Note'), 'loose plank')
    await first.type(first.control('Gate'), 'three')
    await hide()
    await first.until(async () => (await drafts()).length > 0)
    const now = page({ children: [name, { ...note, number: true }] }, { record: { ...record, rev: 2 }, formVersion: '2' })
    const screen = await open(now)
    await screen.press(await screen.until(() => screen.hasButton('Open beside') && screen.button('Open beside')))
    const beside = () => screen.text(document.querySelector('.m-drafts-beside'))
    expect(beside()).toContain('Your nameBoIn the form: Ana')
    expect(beside()).toContain('No longer in the formNoteloose plankgatethree')
    await screen.press(screen.button('Use: Your name'))
    expect(screen.control('Your name').value).toBe('Bo')
    expect(beside()).toContain('Your nameBo In the form')
    expect(screen.hasButton('Use: Note')).toBe(false)
    await screen.press(screen.button('Delete'))
    await screen.until(() => screen.text().includes('Delete the draft “Hazard at three” with its answers and photos?'))
    await screen.press(await screen.until(() => answer('Cancel')))
    expect(await shelf()).toHaveLength(1)
    await screen.press([...document.querySelectorAll('.m-drafts-beside footer button')][1] as Element)
    await screen.press(await screen.until(() => answer('Delete')))
    await screen.until(async () => (await shelf()).length === 0)
    expect(screen.control('Your name').value).toBe('Bo')
  })
  it('keeps the whole of a draft that no longer fits, so that the next key does not write over the rest', async () => {
    const fresh = { ...record, model: {} as Model }
    await typeAndLeave(page({}, { record: fresh }), 'a long story')
    const screen = await open(page({ children: [name] }, { record: fresh, formVersion: '2' }))
    await screen.type(screen.control('Your name'), 'Bo')
    await hide()
    await screen.until(async () => (await drafts()).some(({ body }) => body['name'] === 'Bo'))
    expect(await shelf()).toMatchObject([{ reason: 'partly', body: { note: 'a long story' } }])
  })
  it('a form that changes while a person types keeps all that still fits, and the rest on the shelf', async () => {
    const fresh = { ...record, model: {} as Model }
    const screen = await open(page({ children: [name, note, gate] }, { record: fresh }))
    await screen.type(screen.control('Your name'), 'Bo')
    await screen.type(screen.control('Gate'), 'three')
    const other = page({ children: [name, { ...gate, label: 'Which gate?', number: true }] }, { record: fresh, formVersion: '2' })
    await screen.draw(shell(other))
    await screen.until(() => screen.text().includes('Which gate?'))
    expect(screen.control('Your name').value).toBe('Bo')
    expect(screen.control('Which gate?').value).toBe('')
    await screen.until(() => screen.text().includes('These answers no longer fit:gate: three'))
    await screen.until(async () => (await shelf()).length > 0)
    expect(await shelf()).toMatchObject([{ reason: 'partly', body: { name: 'Bo', gate: 'three' } }])
  })
  it('what was typed is back after an error took the form away and Reload brought it again', async () => {
    const screen = await open(page({}, { record }))
    await screen.type(screen.control('Note'), 'before the error')
    // The shell removes the form from the screen because of its error, and draws it again on Reload.
    await screen.draw(<p>Uh Oh!</p>)
    expect(document.querySelector('.m-fields-form')).toBeNull()
    await screen.draw(shell(page({}, { record })))
    await screen.until(() => document.querySelector('.m-fields-form'))
    expect(screen.control('Note').value).toBe('before the error')
    await screen.until(() => screen.text().includes('What you typed is back'))
    expect((await drafts()).map(({ body }) => body['note'])).toEqual(['before the error'])
  })
  it('two windows with the same new form keep an own draft each; the save of one leaves the other’s text alone', async () => {
    const one = await open(page())
    await one.type(one.control('Your name'), 'Ana in the first window')
    await hide()
    await one.until(async () => (await drafts()).length === 1)
    const first = one.root
    const second = await drawPage(<AutomationForm data={page()} host={host} address={address} owner="u:ana" />)
    const typed = (root: Element) => root.querySelector<HTMLInputElement>('[data-attribute=name] input')
    const control = await second.until(() => typed(second.root))
    expect(control.value).toBe('')
    await second.type(control, 'Ana in the second window')
    await hide()
    await second.until(async () => (await drafts()).length === 2)
    await second.press([...second.root.querySelectorAll('.m-forms-actionBar button')].at(-1) as Element)
    await second.until(() => told.finished.length > 0)
    expect((await drafts()).map(({ body }) => body['name'])).toEqual(['Ana in the first window'])
    expect(typed(first)?.value).toBe('Ana in the first window')
    await second.remove()
    told.finished = []
    const op = await save(one)
    const all = await ops()
    expect(all.map((row) => bodyOf(row)?.payload['name'])).toEqual(['Ana in the second window', 'Ana in the first window'])
    expect(new Set(all.map(({ path }) => path)).size).toBe(2)
    expect(await drafts()).toEqual([])
    expect(op.path).toMatch(/^forms\/hazard\//)
  })
  it('is written soon after typing, without anybody asking', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Note'), 'x')
    await screen.until(async () => (await drafts()).length > 0)
    expect((await drafts())[0]).toMatchObject({ path: 'forms/hazard/:new', body: { note: 'x' }, formVersion: '1', address })
    await screen.until(() => screen.text().includes('Draft kept on this device'))
  })
  it('goes when what was typed is taken back', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Note'), 'x')
    await screen.until(async () => (await drafts()).length > 0)
    await screen.type(screen.control('Note'), '')
    await screen.until(async () => (await drafts()).length === 0)
    expect(told.dirty).toBe(false)
  })
})

describe('leaving', () => {
  it('FE-359 cancel asks first when something was typed, and then gives it up', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Note'), 'x')
    await hide()
    await screen.press(screen.button('Cancel'))
    await screen.until(() => screen.text().includes('You may lose data. Do you wish to continue?'))
    const answer = (label: string) =>
      [...document.querySelectorAll('dialog button')].find((button) => button.textContent === label) as Element
    await screen.press(await screen.until(() => answer('Cancel')))
    expect(told.addresses).toEqual([])
    await screen.press(screen.button('Cancel'))
    await screen.press(await screen.until(() => answer('OK')))
    await screen.until(() => told.addresses.length > 0)
    expect(told.addresses).toEqual(['back'])
    expect(await drafts()).toEqual([])
    expect(told.dirty).toBe(false)
  })
  it('cancel does not ask when nothing was typed', async () => {
    const screen = await open(page())
    await screen.press(screen.button('Cancel'))
    expect(told.addresses).toEqual(['back'])
  })
  it('FE-076 tells the page that there is something to lose, so that browser back asks', async () => {
    const screen = await open(page())
    expect(told.dirty).toBe(false)
    await screen.type(screen.control('Note'), 'x')
    expect(told.dirty).toBe(true)
  })
})

describe('settings of the page', () => {
  it('FE-297 FE-298 read-only disables all fields and hides save and cancel', async () => {
    const children: NodeSetting[] = [name, note, { type: 'save', label: 'Send' }]
    const screen = await open(page({ children }, { componentConfig: { readOnly: true } }))
    expect([...document.querySelectorAll('input')].every((input) => input.readOnly)).toBe(true)
    for (const label of ['Save', 'Send', 'Cancel']) expect(screen.hasButton(label)).toBe(false)
  })
  it('FE-177 compact draws the form with less space', async () => {
    const drawnAs = async (config: NonNullable<PageData['componentConfig']>) =>
      (await open(page({}, { componentConfig: config }))).root.querySelector('[data-compact]') !== null
    expect([await drawnAs({ compact: true }), await drawnAs({})]).toEqual([true, false])
  })

  it('FE-177 allowSave and allowCancel hide that action', async () => {
    const noSave = await open(page({}, { componentConfig: { allowSave: false } }))
    expect([noSave.hasButton('Save'), noSave.hasButton('Cancel')]).toEqual([false, true])
    const noCancel = await open(page({}, { componentConfig: { allowCancel: false } }))
    expect([noCancel.hasButton('Save'), noCancel.hasButton('Cancel')]).toEqual([true, false])
  })
  it('shows one save button, with the words of the form', async () => {
    const screen = await open(page({ children: [note, { type: 'save', label: 'Send it' }] }))
    expect([...document.querySelectorAll('button')].filter((button) => button.textContent === 'Send it')).toHaveLength(1)
    expect(screen.hasButton('Save')).toBe(false)
  })
  it('a refresh keeps the field in use, and replaces fields without an edit', async () => {
    const record = { path: 'forms/hazard/A1', rev: 1, model: { name: 'Ana', note: 'old' } as Model }
    const newer = { ...record, rev: 2, model: { name: 'Ana', note: 'newer' } }
    const screen = await open(page({}, { record }))
    const draw = (data: PageData) => screen.draw(shell(data))
    await draw(page({}, { record }))
    await screen.until(() => document.querySelector('.m-fields-form'))
    await draw(page({}, { record: newer }))
    await screen.until(() => screen.control('Note').value === 'newer')
    await screen.type(screen.control('Note'), 'mine')
    await draw(page({}, { record: { ...record, rev: 3, model: { name: 'Ana', note: 'newest' } } }))
    await screen.until(() => screen.control('Note').value === 'mine')
  })
  it('keeps what is typed when the language changes', async () => {
    const screen = await open(page())
    await screen.type(screen.control('Note'), 'mine')
    const spanish = page({ children: [name, { ...note, label: 'Nota' } as NodeSetting] })
    await screen.draw(shell(spanish))
    await screen.until(() => screen.text().includes('Nota'))
    expect(screen.control('Nota').value).toBe('mine')
  })
  describe('in the very moment in which the form is made again', () => {
    /** Types into the form on the screen as soon as another form was created from the data. */
    const typedMeanwhile = (data: PageData, screen: DrawnPage): PageData =>
      Object.defineProperty(data, 'lookups', {
        get() {
          Object.defineProperty(data, 'lookups', { value: {} })
          queueMicrotask(() => {
            const control = screen.root.querySelector<HTMLInputElement>('[data-attribute=note] input') as HTMLInputElement
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, 'mine')
            control.dispatchEvent(new Event('input', { bubbles: true }))
          })
          return {}
        },
        configurable: true,
      })
    const keptAsMine = () => drafts().then((rows) => rows.some(({ body }) => body['note'] === 'mine'))

    it('keeps what is typed when the language changes', async () => {
      const screen = await open(page())
      await screen.draw(shell(typedMeanwhile(page({ children: [name, { ...note, label: 'Nota' } as NodeSetting] }), screen)))
      await screen.until(() => screen.text().includes('Nota'))
      expect(screen.control('Nota').value).toBe('mine')
      await screen.until(keptAsMine)
    })
    it('keeps what is typed when newer answers come', async () => {
      const record = { path: 'forms/hazard/A2', rev: 1, model: { name: 'Ana', note: 'old' } as Model }
      const screen = await open(page({}, { record }))
      await screen.draw(shell(typedMeanwhile(page({}, { record: { ...record, rev: 2, model: { name: 'Ben', note: 'new' } } }), screen)))
      await screen.until(() => screen.control('Note').value === 'mine')
      await screen.until(keptAsMine)
    })
  })
  it('says where settings cannot be read, and what was expected there', async () => {
    const broken = { type: 'text', attribute: 'note', label: 'Note', visible: 'name ==' } as NodeSetting
    const screen = await open(page({ children: [name, broken] }, { formVersion: 'broken' }))
    await screen.until(() => screen.text().includes('children[1].visible'))
    expect(screen.control('Your name')).toBeTruthy()
  })
})
