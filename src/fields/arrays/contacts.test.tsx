import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkSettings } from '../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { Lookups } from '../../engine/FieldRules.ts'
import { drawForm } from '../../../tests/harness/drawForm.tsx'
import { act } from '../../../tests/harness/page.tsx'
import type { ListPickerProps } from '../../ui/list-picker/ListPickerDialog.tsx'
import crewList from './crew-list.form.json'
import firms from './firms.form.json'

/** The list picker has its own tests; these check only its props and the use of its result. */
const picker = vi.hoisted(() => ({ asked: undefined as ListPickerProps | undefined }))
vi.mock('../../ui/list-picker/LazyListPicker.tsx', () => ({
  LazyListPicker: (props: ListPickerProps) => {
    picker.asked = props
    return <p>{props.config.title}</p>
  },
}))
vi.mock('../../ui/overlays/confirmDialog.tsx', () => ({ confirmDialog: () => Promise.resolve(true) }))

const noon = new Date(2026, 10, 20, 12)
beforeEach(() => {
  picker.asked = undefined
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
type Drawn = Awaited<ReturnType<typeof drawForm>>
const open: Drawn[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.remove()
  vi.useRealTimers()
})

const lookups: Lookups = {
  employees: [
    { id: 'e1', label: 'Ana Silva', attributes: { company: 'Acme', role: 'Foreman', login: 'u1', mobile: '+12015550123', visitor: false } },
    { id: 'e2', label: 'Bo Lee', attributes: { company: 'Bolt', role: 'Journeyman', changePersonalDetailsLink: 'https://x.example/bo' } },
    { id: 'e3', label: 'Cy Young', attributes: { company: 'Acme', role: 'Worker' } },
  ],
  vendors: [
    { id: 'v1', label: 'Acme', attributes: { trade: 'Concrete', cost_code: '03-3000' } },
    { id: 'v2', label: 'Bolt', attributes: { trade: 'Steel' } },
  ],
  vendorSmsContacts: [
    {
      id: 'c1',
      label: 'Acme',
      attributes: { name: 'Di', mobile: '+12015550124', vendor: 'Acme', trade: 'Concrete', cost_code: '03-3000', location: 'Roof' },
    },
  ],
  holidays: [{ id: '2026-11-23', label: 'Closed' }],
}
const staff = { type: 'staffSmsContact', attribute: 'staff', label: 'Crew', lookup: 'employees' } as const satisfies NodeSetting

async function draw(setting: NodeSetting, options: Parameters<typeof drawForm>[1] = {}) {
  const page = await drawForm([setting], { lookups, ...options })
  open.push(page)
  await page.until(() => document.querySelector('.m-arrays-items'))
  const attribute = (setting as { attribute: string }).attribute
  return {
    ...page,
    list: () => (page.form.value(attribute) ?? []) as Record<string, unknown>[],
    dialog: () => document.querySelector('dialog'),
    rows: () => [...document.querySelectorAll('.m-arrays-itemOpen')].map((row) => page.text(row)),
    field: (name: string) => document.querySelector(`dialog [data-attribute=${name}]`),
    pick: async (...labels: string[]) => {
      const { items } = (picker.asked as ListPickerProps).config
      const chosen = labels.map((label) => items.find((item) => item.label === label) ?? { id: `+${label}`, label, create: true })
      await act(async () => void picker.asked?.onPick(chosen))
    },
  }
}

it.each([
  ['crew-list', crewList],
  ['firms', firms],
])('the example form %s is right', (_, form) => {
  expect(checkSettings(form)).toMatchObject({ ok: true })
})

describe('a list of staff', () => {
  it('FE-172 FE-109 takes over from the lookup all that is known of the people who are picked', async () => {
    const { button, press, pick, list, rows, until } = await draw(staff)
    await press(button('Add Staff'))
    expect(picker.asked?.config).toMatchObject({ title: 'Person', multiSelect: true, allowCreate: true })
    await pick('Ana Silva', 'Bo Lee')
    await until(() => list().length === 2)
    expect(list()).toEqual([
      { name: 'Ana Silva', vendor: 'Acme', role: 'Foreman', login: 'u1', mobile: '+12015550123', visitor: false },
      { name: 'Bo Lee', vendor: 'Bolt', role: 'Journeyman', changePersonalDetailsLink: 'https://x.example/bo' },
    ])
    expect(rows()).toEqual(['Ana SilvaForeman · Acme', 'Bo LeeJourneyman · Bolt'])
  })

  it('FE-109 a person edits an entry by name, number, company, role and place, and the entry keeps the rest', async () => {
    const entry = {
      name: 'Bo Lee',
      login: 'u2',
      role: 'Journeyman',
      vendor: 'Bolt',
      visitor: false,
      disabled: true,
      disabledUntil: 'permanently',
      disabledReason: 'moved',
      changePersonalDetailsLink: 'https://x.example/bo',
      checkinTime: '2026-11-20T06:40:00.000Z',
      checkoutTime: null,
    }
    const { button, press, control, type, list, field, dialog, text, until } = await draw(staff, { model: { staff: [entry] }, lookups: {} })
    expect(text()).toContain('Unavailable Permanently · Journeyman · Bolt')
    await press(button('Bo Lee'))
    for (const name of ['name', 'mobile', 'vendor', 'role', 'location']) expect(field(name)).not.toBeNull()
    const link = await until(() => dialog()?.querySelector('a'))
    expect(link.href).toBe('https://x.example/bo')
    await type(control('Location'), 'Roof')
    await press(button('OK'))
    expect(list()).toEqual([{ ...entry, location: 'Roof' }])
  })

  it('says who is in the list already, and never puts one in twice', async () => {
    const { button, press, pick, list, dialog, text, until } = await draw(staff, {
      model: { staff: [{ name: 'Ana Silva', vendor: 'Acme' }] },
    })
    await press(button('Add Staff'))
    expect(picker.asked?.config.items.map(({ shortLabel }) => shortLabel)).toEqual([
      'Ana Silva\nIn the list · Acme · Foreman',
      'Bo Lee\nBolt · Journeyman',
      'Cy Young\nAcme · Worker',
    ])
    await pick('Ana Silva')
    await until(dialog)
    expect(text(dialog())).toContain('This one is already in the list. Here it is.')
    await press(button('Cancel'))
    await press(button('Add Staff'))
    await pick('Ana Silva', 'Cy Young')
    await until(() => list().length === 2)
    expect(list().map(({ name }) => name)).toEqual(['Ana Silva', 'Cy Young'])
  })

  it('takes no more than the limit, and says how many were left out', async () => {
    const { button, press, pick, list, until, hasButton } = await draw({ ...staff, limit: 2 })
    await press(button('Add Staff'))
    await pick('Ana Silva', 'Bo Lee', 'Cy Young')
    await until(() => list().length === 2)
    await until(() => !hasButton('Add Staff'))
  })

  it.each([
    ['FE-439', staff, 'Add Staff'],
    ['FE-440', { type: 'vendor', attribute: 'x' }, 'Add Vendor'],
    ['FE-440', { type: 'vendorSmsContact', attribute: 'x' }, 'Add Vendor'],
    ['FE-441', { ...staff, visitors: true }, 'Add Visitor'],
    ['its own', { ...staff, addLabel: 'Add driver' }, 'Add driver'],
  ] as const)('%s the Add button of %j says "%s"', async (_, setting, label) => {
    const { hasButton } = await draw(setting as NodeSetting)
    expect(hasButton(label)).toBe(true)
  })

  const rolesIn = (field: Element | null) =>
    [...(field?.querySelectorAll('.m-controls-choiceText') ?? [])].map(({ textContent }) => textContent)

  it('FE-324 a person is a Worker, a Foreman or a Visitor', async () => {
    const { button, press, field, until } = await draw({ type: 'staffSmsContact', attribute: 'staff' })
    await press(button('Add Staff'))
    await until(() => field('role'))
    expect(rolesIn(field('role'))).toEqual(['Worker', 'Foreman', 'Visitor'])
  })

  it('FE-325 or what the setting offers; who is something else already stays it', async () => {
    const { button, press, field, rows } = await draw(
      { ...staff, roles: ['Crew Lead', { name: 'Second driver', value: 'second' }] },
      {
        model: {
          staff: [
            { name: 'Ana', role: 'second' },
            { name: 'Bo', role: 'Worker' },
          ],
        },
      },
    )
    expect(rows()).toEqual(['AnaSecond driver', 'BoWorker'])
    await press(button('Ana'))
    expect(rolesIn(field('role'))).toEqual(['Crew Lead', 'Second driver'])
    await press(button('Cancel'))
    await press(button('Bo'))
    expect(rolesIn(field('role'))).toEqual(['Worker', 'Crew Lead', 'Second driver'])
  })

  it('FE-326 who is not in the list to pick from is typed, and is a visitor', async () => {
    const { button, press, pick, list, dialog, control, until } = await draw(staff)
    await press(button('Add Staff'))
    await pick('Ana Silva', 'Zoe New', 'Max New')
    await until(dialog)
    expect(control('Name').value).toBe('Zoe New')
    await press(button('OK'))
    await until(() => control('Name').value === 'Max New')
    await press(button('Cancel'))
    expect(dialog()).toBeNull()
    expect(list()).toMatchObject([
      { name: 'Ana Silva', role: 'Foreman' },
      { name: 'Zoe New', role: 'Visitor', visitor: true },
    ])
    expect(list()).toHaveLength(2)
  })

  it('who is typed and cancelled leaves the dialog to the next one', async () => {
    const { button, press, pick, list, dialog, control, until } = await draw(staff)
    await press(button('Add Staff'))
    await pick('Zoe New', 'Max New')
    await until(dialog)
    await press(button('Cancel'))
    await until(() => control('Name').value === 'Max New')
    await press(button('OK'))
    expect(list()).toMatchObject([{ name: 'Max New' }])
  })

  it('takes the number along of a person from the contacts of the phone', async () => {
    const { button, press, control, dialog, until } = await draw(staff)
    await press(button('Add Staff'))
    expect(picker.asked?.config.favourites).toBe('employees')
    await act(async () => void picker.asked?.onPick([{ id: 'x', label: 'Pat', login: '2015550125', create: true }]))
    await until(() => dialog()?.querySelector('[data-attribute=mobile] input'))
    expect([control('Name').value, control('Mobile number').value]).toEqual(['Pat', '(201) 555-0125'])
  })

  it('who is put on a list of visitors is one, and is asked for no role', async () => {
    const { button, press, control, type, list, field, until } = await draw({ ...staff, visitors: true, lookup: undefined })
    await press(button('Add Visitor'))
    await until(() => field('name'))
    expect(field('role')).toBeNull()
    await type(control('Name'), 'Vic')
    await press(button('OK'))
    expect(list()).toEqual([{ name: 'Vic', role: 'Visitor', visitor: true }])
  })

  it('allowCreate false: only who is in the list', async () => {
    const { button, press } = await draw({ ...staff, allowCreate: false })
    await press(button('Add Staff'))
    expect(picker.asked?.config.allowCreate).toBe(false)
  })
})

describe('a list of firms', () => {
  const vendor = { type: 'vendor', attribute: 'firms', label: 'Firms', lookup: 'vendors' } as const satisfies NodeSetting

  it('FE-174 FE-111 an entry is a company with its trade, cost code and whether it is disabled', async () => {
    const { button, press, pick, list, until, rows } = await draw(vendor)
    await press(button('Add Vendor'))
    expect(picker.asked?.config.title).toBe('Company')
    await pick('Acme')
    await until(() => list().length === 1)
    expect(list()).toEqual([{ vendor: 'Acme', trade: 'Concrete', cost_code: '03-3000', disabled: false }])
    expect(rows()).toEqual(['AcmeConcrete · 03-3000'])
  })

  it('FE-112 Active is the other way round than disabled, in the row and in the dialog', async () => {
    const { button, press, control, list, field } = await draw(vendor, {
      model: { firms: [{ vendor: 'Acme' }, { vendor: 'Bolt', disabled: true }] },
    })
    const row = (name: string) => control(`Active: ${name}`)
    expect([row('Acme').checked, row('Bolt').checked]).toEqual([true, false])
    await press(row('Acme'))
    expect(list()[0]).toEqual({ vendor: 'Acme', disabled: true })
    await press(button('Bolt'))
    const active = field('disabled')?.querySelector('input') as HTMLInputElement
    expect(active.checked).toBe(false)
    await press(active)
    await press(button('OK'))
    expect(list()[1]).toMatchObject({ vendor: 'Bolt', disabled: false })
    expect(row('Bolt').checked).toBe(true)
  })

  it('FE-173 FE-110 a contact of a firm has name, number, trade, cost code, place and company', async () => {
    const { button, press, pick, list, until, field } = await draw(
      { type: 'vendorSmsContact', attribute: 'contacts', lookup: 'vendorSmsContacts' },
      { lookups: { vendorSmsContacts: lookups['vendorSmsContacts'] ?? [] } },
    )
    await press(button('Add Vendor'))
    await pick('Acme')
    await until(() => list().length === 1)
    expect(list()).toEqual([
      { name: 'Di', mobile: '+12015550124', vendor: 'Acme', trade: 'Concrete', cost_code: '03-3000', location: 'Roof' },
    ])
    await press(button('Di'))
    for (const name of ['name', 'mobile', 'vendor', 'trade', 'cost_code', 'location']) expect(field(name)).not.toBeNull()
  })
})

describe('setting availability', () => {
  const here = { ...staff, availability: true } as const
  const ana = { name: 'Ana', role: 'Worker' }
  /** `today` means one day only: the person is available again on the next day. */
  const away = (until: string | null) => ({
    ...ana,
    disabled: until !== null,
    disabledUntil: until,
    disabledReason: null,
    ...(until === 'today' && { disabledOn: '2026-11-20' }),
  })
  const answer = (attribute: string, name: string) =>
    [...document.querySelectorAll(`dialog [data-attribute=${attribute}] .m-controls-choice`)]
      .find((choice) => choice.textContent?.startsWith(name))
      ?.querySelector('input') as HTMLInputElement

  const words = () => document.querySelector('.m-arrays-availabilityWords') as HTMLButtonElement

  it.each([
    ['FE-202 permanently', undefined, 'permanently', 'Unavailable Permanently'],
    ['FE-203 for today where the setting says so', 'today', 'today', 'Unavailable for Today'],
  ] as const)('%s is what switching it off in the row means', async (_, unavailable, until, said) => {
    const { control, press, list, text } = await draw({ ...here, unavailable }, { model: { staff: [ana] } })
    const toggle = control('Available: Ana')
    expect([toggle.checked, text(document.querySelector('.m-arrays-itemPart'))]).toEqual([true, 'Available'])
    await press(toggle)
    expect(list()).toEqual([away(until)])
    expect(text(document.querySelector('.m-arrays-itemPart'))).toBe(said)
    await press(toggle)
    expect(list()).toEqual([{ ...away(null), ...(until === 'today' && { disabledOn: null }) }])
  })

  it.each([
    ['FE-202', undefined, 'permanently'],
    ['FE-203', 'today', 'today'],
  ] as const)('%s and what No in the dialog means at first', async (_, unavailable, until) => {
    const { button, press, list } = await draw({ ...here, unavailable }, { model: { staff: [ana] } })
    await press(words())
    await press(answer('isAvailable', 'No'))
    await press(button('OK'))
    expect(list()).toEqual([away(until)])
  })

  it.each([
    ['FE-197', 'Tomorrow', '2026-11-24'],
    ['FE-198', 'Next Week', '2026-11-23'],
    ['FE-200', 'Never/Unsure', 'permanently'],
  ])('%s %s sets %s: the 23rd is a holiday', async (_, mode, until) => {
    const { button, press, list, dialog } = await draw(here, { model: { staff: [ana] } })
    await press(words())
    await press(answer('isAvailable', 'No'))
    await press(answer('availabilityMode', mode))
    await press(button('OK'))
    expect(dialog()).toBeNull()
    expect(list()).toEqual([away(until)])
  })

  it('FE-058 FE-122 FE-199 FE-201 Later waits for its date', async () => {
    const { button, press, control, type, list, dialog, field, text } = await draw(here, { model: { staff: [ana] } })
    await press(words())
    expect(text(dialog()?.querySelector('h2'))).toBe('Set Availability')
    expect(answer('isAvailable', 'Yes').checked).toBe(true)
    expect(field('availabilityMode')).toBeNull()
    await press(answer('isAvailable', 'No'))
    expect(button('OK').disabled).toBe(false)
    await press(answer('availabilityMode', 'Later'))
    expect(button('OK').disabled).toBe(true)
    await type(control('First day back'), '2026-11-20')
    expect(button('OK').disabled).toBe(true)
    await type(control('First day back'), '2026-12-24')
    await type(control('Reason'), 'parental leave')
    await press(button('OK'))
    expect(list()).toEqual([{ ...away('2026-12-24'), disabledReason: 'parental leave' }])
    expect(text()).toContain('Unavailable til Dec 24, 2026')
    await press(words())
    expect([answer('availabilityMode', 'Later').checked, control('First day back').value]).toEqual([true, '2026-12-24'])
    await press(answer('isAvailable', 'Yes'))
    await press(button('OK'))
    expect(list()).toEqual([away(null)])
  })

  it('Cancel leaves it as it was', async () => {
    const { button, press, list, form } = await draw(here, { model: { staff: [ana] } })
    await press(words())
    await press(answer('isAvailable', 'No'))
    await press(button('Cancel'))
    expect(list()).toEqual([ana])
    expect(form.dirty()).toBe(false)
  })

  it('shows that the person manages it themselves, and keeps that until a user chooses', async () => {
    const own = { ...ana, disabled: true, disabledUntil: 'selfmanaged' }
    const { button, press, list, text, dialog } = await draw(here, { model: { staff: [own] } })
    await press(words())
    expect(words().getAttribute('aria-label')).toBe('Set Availability of Ana: Self Managed')
    expect(text(dialog())).toContain('Self Managed They set it themselves.')
    expect([answer('isAvailable', 'Yes').checked, answer('isAvailable', 'No').checked]).toEqual([false, false])
    await press(button('OK'))
    expect(list()).toEqual([own])
    await press(words())
    await press(answer('isAvailable', 'Yes'))
    await press(button('OK'))
    expect(list()).toEqual([away(null)])
  })

  it('is saved at once where the list saves each change', async () => {
    const { control, press, told } = await draw({ ...here, inlineSave: true }, { model: { staff: [ana] } })
    await press(control('Available: Ana'))
    expect(told.saves).toEqual([{ type: 'save', returnUrl: 'nop' }])
  })

  it('read-only: can be read, not changed', async () => {
    const { control } = await draw(here, { model: { staff: [ana] }, readOnly: true })
    expect([control('Available: Ana').disabled, words().disabled]).toEqual([true, true])
  })
})
