import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Execution, ExecutionRow } from '../../../contract/endpoints/executions.ts'
import { ana, drawAt, freshDevice, keep, putDown } from '../../../tests/harness/device.tsx'
import { act, type DrawnPage } from '../../../tests/harness/page.tsx'
import { claim, settle } from '../../store/outbox/claim.ts'
import { setFetcher } from '../../store/db/emitStoreEvent.ts'
import { getStore } from '../../store/db/store.ts'
import { InboxScreen } from './InboxScreen.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'

const said = vi.hoisted(() => [] as string[])
vi.mock('../../ui/feedback/toast.tsx', () => ({ toast: (text: string) => void said.push(text) }))

const path = (key: string) => `automation/ana/bot/${key}`
function row(key: string, execution: Partial<Execution>, more: Partial<ExecutionRow> = {}): ExecutionRow {
  return {
    key,
    title: `Keystone ${key}`,
    tags: [{ label: 'DEMO' }],
    path: path(key),
    rev: 3,
    bot: 'bot',
    botTitle: 'Daily Manpower',
    team: 'tower',
    project: 'Tower',
    date: '2026-05-11',
    at: '2026-05-11T15:00:00.000Z',
    mayDecide: true,
    ...more,
    execution: {
      kind: 'manpower',
      title: `Keystone ${key}`,
      name: 'Rosa',
      vendor: 'Keystone Concrete',
      project: 'Tower',
      date: '2026-05-11',
      path: path(key),
      feed: `/api/${path(key)}/feed.txt`,
      tags: [{ label: 'DEMO' }],
      model: { worker_count: 12, worker_hours: 8, hours: 96, location: 'Level 3', notes: 'Crane pad' },
      requiresApproval: true,
      ...execution,
    },
  }
}

let drawn: DrawnPage | undefined
const page = () => drawn as DrawnPage

const keepRow = (one: ExecutionRow) => keep(`/api/automation/bot/execution/${one.key}`, one)

async function draw(address: string) {
  const { page: shown, router } = await drawAt(address, { '/automation/$id/execution/$execId': ReviewScreen, '/review': InboxScreen })
  drawn = shown
  return router
}
async function open(one: ExecutionRow) {
  await keepRow(one)
  await keep(`/api/automation/bot/execution/${one.key}/log`, { text: '15:00 Bot: How many workers?\n15:04 Rosa: 12 for 8 hours' })
  const router = await draw(`/automation/bot/execution/${one.key}`)
  await page().until(() => document.querySelector('.m-review-state'))
  return router
}
const press = (name: string) => page().press(page().button(name))
const hasField = (label: string) => [...document.querySelectorAll('.m-controls-label')].some((each) => each.textContent === label)
/** The answers of the manpower cards as displayed. */
const cards = () =>
  [...document.querySelectorAll('[data-piece]')].map((card) => [
    card.querySelector('h2')?.textContent,
    ...[...card.querySelectorAll('.m-controls-field')].map((field) => {
      const control = field.querySelector<HTMLInputElement>('input, textarea')
      return `${field.querySelector('label')?.textContent}: ${control?.value}${control?.readOnly ? ' (read)' : ''}`
    }),
  ])
const actions = () => [...document.querySelectorAll('.m-review-actions button')].map((button) => button.textContent?.trim())
const waiting = async () =>
  (await getStore().db.outbox.orderBy('seq').toArray()).map(({ method, path: at, body }) => [method, at, body['payload']])
const sent = () =>
  page().until(async () => {
    const all = await waiting()
    return all.length > 0 && all
  })
async function answer(refusal?: string) {
  const op = await page().until(async () => (await claim(getStore(), ana, { worker: 'w', limit: 1, busy: new Set() })).claims[0])
  await act(async () => {
    await settle(
      getStore(),
      op,
      refusal === undefined
        ? { kind: 'sent', answer: { opId: op.opId, rev: 4 } }
        : { kind: 'parked', error: { kind: 'refused', code: 'DECIDED', message: refusal } as never },
    )
  })
}

beforeEach(async () => {
  await freshDevice()
  said.length = 0
})
afterEach(async () => {
  await putDown(drawn)
  drawn = undefined
})

describe('reviewing a conversation', () => {
  it('RV-003 RV-043 RV-044 RV-045 RV-047 RV-048 RV-049 RV-050 RV-051 RV-052 RV-053 RV-055 RV-258 RV-259 RV-260 RV-261 RV-262 CO-053 shows what the vendor answered and what can be done', async () => {
    await open(row('one', { description: 'Asked on Monday.' }))
    expect(page().text(document.querySelector('h1'))).toBe('Keystone one')
    expect(page().text()).toContain('State: Requires Approval')
    expect(page().text()).toContain('Asked on Monday.')
    expect(cards()).toEqual([
      [
        'Manpower',
        'Project: Tower (read)',
        'Vendor: Keystone Concrete (read)',
        'Worker Count: 12',
        'Worker Hours: 8',
        'Hours: 96 h (read)',
        'Location: Level 3',
        'Notes: Crane pad',
      ],
    ])
    expect(page().control('Worker Count').type).toBe('number')
    expect(page().control('Worker Hours').type).toBe('number')
    expect(actions()).toEqual(['Approve', 'Reject'])
    await page().remove()
    await open(row('two', { collectLocation: 'Disabled' }))
    expect(hasField('Location')).toBe(false)
    expect(hasField('Notes')).toBe(true)
  })

  it('RV-046 RV-054 RV-058 FE-348 reads the chat log, also by its text address and without a connection', async () => {
    await open(row('one', {}))
    const buttons = [...document.querySelectorAll('button')].filter((button) => button.textContent?.trim() === 'View Chat Log')
    expect(buttons.map((button) => button.closest('[data-piece]') !== null)).toEqual([false, true])
    await press('Bot Conversation')
    await page().press(
      await page().until(() => [...document.querySelectorAll('[role=menuitem]')].find((item) => item.textContent === 'View Chat')),
    )
    const dialog = await page().until(() => document.querySelector('dialog[open]'))
    await page().until(() => page().text(dialog).includes('12 for 8 hours'))
    expect([...dialog.querySelectorAll('li')].length).toBe(2)
    expect(dialog.querySelector('a')?.getAttribute('href')).toBe('/api/automation/ana/bot/one/feed.txt')
    await press('Close')
    for (const button of buttons) {
      await page().press(button)
      await page().until(() => document.querySelector('dialog[open]'))
      await press('Close')
    }
  })

  it('RV-007 RV-056 RV-161 RV-231 RV-322 saves edits alone, with the hours worked out, at the path of the conversation', async () => {
    await open(row('one', {}))
    expect(page().button('Save').disabled).toBe(true)
    await page().type(page().control('Worker Count'), '11')
    expect(page().control('Hours').value).toBe('8')
    expect(cards()[0]?.[5]).toBe('Hours: 88 h (read)')
    await page().type(page().control('Worker Hours'), '7.5')
    expect(cards()[0]?.[5]).toBe('Hours: 82 h 30 min (read)')
    await press('Save')
    expect(await sent()).toEqual([['PATCH', path('one'), { model: { worker_count: 11, worker_hours: 7.5, hours: 82.5 } }]])
    await page().until(() => cards()[0]?.[3] === 'Worker Count: 11')
  })

  it.each([
    ['Approve', 'APPROVE', 'approve', { requiresApproval: true }],
    ['Reject', 'REJECT', 'reject', { requiresApproval: true }],
    ['Write', 'WRITE', 'write', { requiresApproval: true, approvalMode: 'Procore' }],
    ['Acknowledge', 'ACKNOWLEDGE', 'acknowledge', { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'NIL_ENTRY' }],
    [
      'Disable Vendor',
      'DISABLE_VENDOR',
      'disable vendor',
      { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'INVALID_NUMBER' },
    ],
  ] as const)(
    'RV-006 RV-194 RV-195 RV-224 RV-225 RV-226 RV-227 RV-228 RV-229 RV-230 keeps "%s" on the device and says that the bots are at it',
    async (label, completionAction, named, more) => {
      await open(row('one', more))
      await page().press(
        await page().until(() => [...document.querySelectorAll('.m-review-actions button')].find((button) => button.textContent === label)),
      )
      expect(await sent()).toEqual([['PATCH', path('one'), { completionAction, tags: [{ label: 'DEMO' }, { label: 'Processing' }] }]])
      await page().until(() => page().text().includes(`Our bots are currently working on the ${named} action you requested. Please wait.`))
      expect(page().text()).toContain('Saved on this device')
      expect(actions()).toEqual([])
    },
  )

  it('marks what the server would refuse, and sends nothing until it is corrected', async () => {
    await open(row('one', {}))
    await page().type(page().control('Worker Count'), '11.5')
    await page().until(() => page().text().includes('Enter a whole number from 0 to 10000.'))
    expect(page().control('Worker Count').getAttribute('aria-invalid')).toBe('true')
    await page().type(page().control('Worker Hours'), '25')
    await page().until(() => page().text().includes('Enter a number from 0 to 24.'))
    await press('Approve')
    await page().until(() => said.includes('Correct the marked fields first.'))
    expect(await waiting()).toEqual([])
    await page().type(page().control('Worker Count'), '11')
    await page().type(page().control('Worker Hours'), '8')
    await press('Approve')
    expect((await sent())[0]?.[2]).toMatchObject({ model: { worker_count: 11, hours: 88 } })
  })

  it.each([
    ['Reject', 'REJECT', {}],
    ['Acknowledge', 'ACKNOWLEDGE', { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'EXPIRED' }],
  ] as const)('a wrong figure does not stop "%s", which sends no figures', async (label, completionAction, more) => {
    await open(row('one', more))
    await page().type(page().control('Worker Count'), '11.5')
    await press(label)
    expect(await sent()).toEqual([['PATCH', path('one'), { completionAction, tags: [{ label: 'DEMO' }, { label: 'Processing' }] }]])
  })

  describe('with check-in times of the staff', () => {
    const staff = [
      {
        name: 'Ana Lima',
        vendor: 'Keystone Concrete',
        checkinTime: '2026-05-11T07:00:00Z',
        checkoutTime: '2026-05-11T15:00:00Z',
        hours: 8,
      },
      {
        name: 'Ben Carter',
        vendor: 'Keystone Concrete',
        checkinTime: '2026-05-11T07:00:00Z',
        checkoutTime: '2026-05-11T14:00:00Z',
        hours: 7,
      },
      { name: 'Cal Diaz', vendor: 'Keystone Concrete', checkinTime: '2026-05-11T08:00:00Z' },
    ]

    it('FE-021 fills count and hours in where there is no answer, and sends them with the decision', async () => {
      await open(row('e', { model: { location: 'Level 3' } }, { staff }))
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: 3', 'Worker Hours: 7.5', 'Hours: 22 h 30 min (read)']))
      expect(page().text()).toContain('3 people checked in at the gate')
      await page().press(page().button(actions()[0] ?? ''))
      expect(await sent()).toEqual([
        ['PATCH', path('e'), expect.objectContaining({ model: { worker_count: 3, worker_hours: 7.5, hours: 22.5 } })],
      ])
    })

    it('FE-021 leaves an answer as it is, and offers the times of the gate beside it', async () => {
      await open(row('e', {}, { staff }))
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: 12', 'Worker Hours: 8']))
      await press('Use the check-in times')
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: 3', 'Worker Hours: 7.5', 'Hours: 22 h 30 min (read)']))
    })

    it('FE-021 a figure that is filled in can be changed and cleared', async () => {
      await open(row('e', { model: {} }, { staff }))
      const count = page().control('Worker Count')
      await page().type(count, '')
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: ', 'Worker Hours: 7.5']))
      await page().type(count, '4')
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: 4', 'Hours: 30 h (read)']))
    })

    it('FE-020 fills in nothing on the screen of manpower alone', async () => {
      await open(row('e', { model: {} }))
      expect(cards()[0]).toEqual(expect.arrayContaining(['Worker Count: ', 'Worker Hours: ']))
      expect(page().text()).not.toContain('checked in at the gate')
    })
  })

  describe('reports of forms', () => {
    const at = '2026-05-11T14:00:00.000Z'
    const reports = [
      { source: 'text', by: 'Rosa', at, worker_count: 12, worker_hours: 8 },
      { source: 'forms/manpower/one', by: 'Ana', at, worker_count: 10, worker_hours: 8.5, location: 'Level 4' },
    ]
    const list = () => [...document.querySelectorAll('[data-source]')].map((each) => each.getAttribute('data-source'))

    it('shows all reports that differ, takes the figures of the chosen one, and sends them with the decision', async () => {
      await open(row('one', { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'DIFFERENT_FIGURES', reports }))
      expect(page().text()).toContain('Reports Differ')
      expect(list()).toEqual(['text', 'forms/manpower/one'])
      expect(page().text(document.querySelector('[data-source=text]'))).toContain('Shown below')
      expect(document.querySelector('[data-source="forms/manpower/one"] a')?.getAttribute('href')).toBe('/frontend/forms/manpower/one')
      await press('Use the figures: Form of Ana')
      expect(cards()[0]).toEqual(
        expect.arrayContaining(['Worker Count: 10', 'Worker Hours: 8.5', 'Hours: 85 h (read)', 'Location: Level 4', 'Notes: Crane pad']),
      )
      await press('Approve')
      const change = { worker_count: 10, worker_hours: 8.5, hours: 85, location: 'Level 4' }
      expect((await sent())[0]?.[2]).toMatchObject({ completionAction: 'APPROVE', model: change })
    })

    it('names the sources of figures that agree, and offers no choice', async () => {
      await open(row('one', { reports: [reports[0]!, { ...reports[1]!, worker_count: 12, worker_hours: 8 }] }))
      expect(list()).toEqual(['text', 'forms/manpower/one'])
      expect(page().text()).toContain('Form of Ana')
      expect(page().text()).not.toContain('Use these figures')
    })
  })

  it('sends an edit together with the decision', async () => {
    await open(row('one', {}))
    await page().type(page().control('Notes'), 'Crane pad and slab')
    await press('Approve')
    expect((await sent())[0]?.[2]).toEqual({
      model: { notes: 'Crane pad and slab' },
      completionAction: 'APPROVE',
      tags: [{ label: 'DEMO' }, { label: 'Processing' }],
    })
  })

  it.each([
    ['INVALID_VENDOR', 'Vendor No Longer on Project', 'no longer on Tower', ['Disable Vendor', 'Acknowledge']],
    ['INVALID_NUMBER', 'Cell Number Not Valid', 'is not valid', ['Disable Vendor', 'Acknowledge']],
    ['APPROVE_FAILURE', 'Day Completed in Procore', 'The day is completed', ['Approve', 'Write', 'Acknowledge']],
    ['CHAT_FAILURE', 'Chat Failure', 'our best guess', ['Approve', 'Reject']],
    ['MODIFIED_AFTER_FINISH', 'Modified After Finish', 'changed the answer', ['Approve', 'Reject']],
    ['EXPIRED', 'Vendor Did Not Respond', 'Keystone Concrete did not respond.', ['Approve', 'Acknowledge']],
    ['NIL_ENTRY', 'Nil Entry', 'reported no workers', ['Acknowledge']],
    ['PAUSE_TARGET_USER', 'Check Contact', 'asked for a pause', ['Disable Vendor', 'Acknowledge']],
    ['NOT_ASKED', 'Not Asked', 'The question was not asked, and nothing was written', ['Acknowledge']],
    ['UNCOOPERATIVE_TARGET_USER', 'Check Contact', 'does not want to answer', ['Disable Vendor', 'Acknowledge']],
    ['INCORRECT_TARGET_USER', 'Check Contact', 'not the right person', ['Disable Vendor', 'Acknowledge']],
    ['SOMETHING_NEW', 'Requires Attention', 'SOMETHING_NEW', ['Acknowledge']],
  ])(
    'RV-199 RV-202 RV-203 RV-204 RV-205 RV-206 RV-207 RV-208 RV-210 RV-211 RV-212 RV-346 says what %s means',
    async (code, head, words, can) => {
      const failure = {
        messages: [
          { type: 'error', message: 'The day is completed.' },
          { type: 'info', message: 'Only a note.' },
        ],
      }
      await open(
        row('one', {
          requiresApproval: false,
          requiresAttention: true,
          requiresAttentionCode: code,
          ...(code === 'APPROVE_FAILURE' && { approveFailure: failure }),
        }),
      )
      expect(page().text(document.querySelector('.m-review-head'))).toBe(head)
      expect(page().text(document.querySelector('.m-review-say'))).toContain(words)
      expect(page().text()).not.toContain('Only a note.')
      expect(actions()).toEqual(can)
      expect(page().control('Notes').readOnly).toBe(!can.includes('Approve'))
    },
  )

  it('RV-209 RV-219 RV-220 RV-221 RV-263 shows what the other system approves, read-only, and when it is written', async () => {
    const expires = new Date(Date.now() + 25.5 * 60_000).toISOString()
    await open(row('one', { approvalMode: 'Procore', expires }))
    expect(page().text()).toContain('The entry will be written as a pending entry in 25 minutes.')
    expect(actions()).toEqual(['Write'])
    expect(cards()[0]?.every((line, index) => index === 0 || line?.endsWith('(read)'))).toBe(true)
    expect(page().hasButton('Save')).toBe(false)
    await page().remove()
    await open(row('two', { approvalMode: 'Procore', expires: new Date().toISOString() }))
    expect(page().text()).toContain('in the next couple of minutes')
    await page().remove()
    const expired = { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'EXPIRED', approvalMode: 'Procore' }
    await open(row('three', expired))
    expect(page().text()).toContain('A nil entry has been written.')
  })

  it('RV-191 RV-192 RV-193 RV-200 RV-201 hides what is finalized, leads to the log of its day, and waits for who has not answered', async () => {
    const procore = { root: 'https://log.example', project: '7' }
    await open(row('one', { approveResult: { messages: [{ type: 'success', message: 'Written.' }] }, procore }))
    expect(page().text()).toContain('State: Finalized')
    expect(cards()).toEqual([])
    expect(actions()).toEqual(['Acknowledge'])
    expect(page().text()).toContain('Written.')
    expect(document.querySelector('a[href="https://log.example/7/daily_log?date=2026-05-11"]')?.textContent).toBe('View Daily Log')
    await page().remove()
    await open(row('two', { requiresApproval: false }))
    expect(page().text()).toContain('Waiting for response from Rosa')
    expect(actions()).toEqual([])
  })

  it('RV-057 goes back with Cancel, and asks first when something was typed', async () => {
    const router = await open(row('one', {}))
    await page().type(page().control('Notes'), 'x')
    await press('Cancel')
    await page().until(() => page().text().includes('You may lose data. Do you wish to continue?'))
    await page().press(await page().until(() => [...document.querySelectorAll<HTMLElement>('dialog[open] button')].at(-1)))
    await page().until(() => page().text().includes('Elsewhere'))
    expect(router.state.location.pathname).toBe('/before')
  })

  it('keeps what is typed while the page refreshes, shows what another person changed, and both keep their changes', async () => {
    await open(row('one', {}))
    await page().type(page().control('Notes'), 'Mine')
    await page().type(page().control('Worker Count'), '10')
    await keepRow(row('one', { model: { worker_count: 14, worker_hours: 9, hours: 126, notes: 'Crane pad' } }))
    await page().until(() => cards()[0]?.[4] === 'Worker Hours: 9')
    expect([cards()[0]?.[3], cards()[0]?.[7]]).toEqual(['Worker Count: 10', 'Notes: Mine'])
    expect(page().text()).toContain('Another person changed this to: 14')
    await press('Use')
    await page().until(() => cards()[0]?.[3] === 'Worker Count: 14')
    await press('Save')
    // Only the person's own changes are sent.
    expect((await sent())[0]?.[2]).toEqual({ model: { notes: 'Mine' } })
  })

  it('has what was typed again after the page was killed, until it is saved or left', async () => {
    await open(row('one', {}))
    await page().type(page().control('Notes'), 'Typed before the battery died')
    await page().until(async () => (await getStore().db.typed.toArray()).some(({ kind }) => kind === 'review'))
    await page().remove()
    await open(row('one', {}))
    await page().until(() => cards()[0]?.[7] === 'Notes: Typed before the battery died')
    await press('Save')
    expect((await sent())[0]?.[2]).toEqual({ model: { notes: 'Typed before the battery died' } })
    await page().until(async () => !(await getStore().db.typed.toArray()).some(({ kind }) => kind === 'review'))
  })

  it('shows the slower person that it is decided already, and the present state', async () => {
    await open(row('one', {}))
    await press('Reject')
    await sent()
    await answer('Bo has approved this at 15:10.')
    await page().until(() => page().text().includes('Bo has approved this at 15:10.'))
    expect(page().text()).toContain('Your decision was not accepted.')
    await keepRow(row('one', { approveResult: { messages: [] } }))
    await page().until(() => page().text().includes('State: Finalized'))
    await press('Withdraw mine')
    await page().until(async () => (await waiting()).length === 0)
    await page().until(() => !page().text().includes('Your decision was not accepted.'))
  })

  it('lets who may not decide read along', async () => {
    await open(row('one', {}, { mayDecide: false }))
    expect(actions()).toEqual([])
    expect(page().control('Notes').readOnly).toBe(true)
    expect(page().hasButton('Save')).toBe(false)
  })

  it('CO-132 CO-479 asks again every 6 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const asked: string[] = []
    setFetcher(async (url) => {
      asked.push(url)
      return 'fresh'
    })
    try {
      await open(row('one', {}))
      await page().until(() => asked.includes('/api/automation/bot/execution/one'))
      asked.length = 0
      await act(() => void vi.advanceTimersByTime(5999))
      expect(asked).toEqual([])
      await act(() => void vi.advanceTimersByTime(1))
      expect(asked).toEqual(['/api/automation/bot/execution/one'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('several vendors in one conversation', () => {
  it('RV-202 names each vendor that is no longer on the project, and no other', async () => {
    const code = { kind: 'multiVendor', requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'INVALID_VENDOR' } as const
    await open(row('one', { ...code, vendor: 'Keystone', unknownVendors: ['Ironline', 'Lumen'] }))
    expect([...document.querySelectorAll('.m-review-say p')].map((each) => each.textContent)).toEqual([
      'State: Requires Attention',
      'Vendor No Longer on Project',
      'The vendor Ironline is no longer on Tower.',
      'The vendor Lumen is no longer on Tower.',
    ])
  })

  const two = {
    kind: 'multiVendor',
    requiresApproval: false,
    waitingToComplete: true,
    executionVendors: [
      { key: 'a', vendor: 'Keystone', trade: 'Concrete', cost_code: '03-3000' },
      { key: 'b', vendor: 'Ironline' },
    ],
    finishedModels: {
      a: { worker_count: 4, worker_hours: 8, hours: 32, notes: 'Slab' },
      b: { worker_count: 2, worker_hours: 8, hours: 16 },
    },
  } as const

  it('RV-059 RV-060 RV-061 RV-062 RV-063 RV-215 RV-361 shows a card for each, all to be changed, and writes them at once', async () => {
    await open(row('one', two as never))
    expect(page().text()).toContain('State: Waiting to Complete')
    expect(page().text()).toContain('5 minutes after')
    expect(cards()).toEqual([
      [
        'Keystone Manpower',
        'Project: Tower (read)',
        'Worker Count: 4',
        'Worker Hours: 8',
        'Hours: 32 h (read)',
        'Location: ',
        'Notes: Slab',
      ],
      ['Ironline Manpower', 'Project: Tower (read)', 'Worker Count: 2', 'Worker Hours: 8', 'Hours: 16 h (read)', 'Location: ', 'Notes: '],
    ])
    const facts = [...document.querySelectorAll('[data-piece]')].map((card) => page().text(card.querySelector('dl')))
    expect(facts).toEqual(['TradeConcreteCost Code03-3000', ''])
    expect(actions()).toEqual(['Write Now', 'Reject'])
    const count = document.querySelector<HTMLInputElement>('[data-piece=b] input[type=number]') as HTMLElement
    await page().type(count, '3')
    await press('Write Now')
    expect((await sent())[0]?.[2]).toEqual({
      finishedModels: { b: { worker_count: 3, hours: 24 } },
      completionAction: 'WRITE',
      tags: [{ label: 'DEMO' }, { label: 'Processing' }],
    })
  })

  it('RV-216 RV-217 offers Save while it runs, and Write Now where one vendor would be approved', async () => {
    await open(row('one', { ...two, waitingToComplete: false } as never))
    expect(page().text()).toContain('State: Running')
    expect(page().hasButton('Save')).toBe(true)
    expect(actions()).toEqual([])
    await page().remove()
    await open(row('two', { ...two, waitingToComplete: false, requiresAttention: true, requiresAttentionCode: 'EXPIRED' } as never))
    expect(actions()).toEqual(['Write Now', 'Acknowledge'])
  })
})

describe('notes', () => {
  it('RV-005 RV-064 shows project, vendor, comment, location and chat log, with the actions of manpower', async () => {
    await open(row('one', { kind: 'notes', model: { comment: 'Pour finished', location: 'Level 3' } }))
    expect(cards()).toEqual([
      ['Notes', 'Project: Tower (read)', 'Vendor: Keystone Concrete (read)', 'Comment: Pour finished', 'Location: Level 3'],
    ])
    expect(page().hasButton('View Chat Log')).toBe(true)
    expect(actions()).toEqual(['Approve', 'Reject'])
    await page().type(page().control('Comment'), 'Pour finished at noon')
    await press('Save')
    expect((await sent())[0]?.[2]).toEqual({ model: { comment: 'Pour finished at noon' } })
  })

  it('says of notes without an answer that nothing was written', async () => {
    const silent = {
      kind: 'notes',
      requiresApproval: false,
      requiresAttention: true,
      requiresAttentionCode: 'EXPIRED',
      approvalMode: 'Procore',
    } as const
    await open(row('one', { ...silent, model: {} }))
    expect(page().text()).toContain('Keystone Concrete did not respond.')
    expect(page().text()).not.toContain('nil entry has been written')
    await page().remove()
    await open(row('two', { ...silent, requiresAttentionCode: 'NIL_ENTRY', model: {} }))
    expect(page().text()).toContain('Rosa had nothing to note. Nothing was written.')
    expect(page().text()).not.toContain('workers')
  })

  it('RV-223 says when notes are written as a pending entry: an hour after they began', async () => {
    const timestamp = new Date(Date.now() - 10 * 60_000 + 30_000).toISOString()
    await open(row('one', { kind: 'notes', approvalMode: 'Procore', timestamp, model: { comment: 'x' } }))
    expect(page().text()).toContain('in 50 minutes')
  })
})

describe('the review inbox', () => {
  const day = { team: 'tower', project: 'Tower', date: '2026-05-11', workers: 40, hours: 318.5, silent: ['Lee'], answered: 3 }
  const at = (minute: number) => ({ at: `2026-05-11T15:0${minute}:00.000Z` })
  const keys = () => [...document.querySelectorAll('[data-item]')].map((card) => card.getAttribute('data-item'))
  const openInbox = async (executions: readonly ExecutionRow[]) => {
    await keep('/api/executions/open', { executions, days: [day] })
    const router = await draw('/review')
    await page().until(() => page().text().includes('Today'))
    return router
  }
  const approve = (name: string) =>
    [...document.querySelectorAll<HTMLElement>(`[data-item=${name}] button`)].find((each) => each.textContent === 'Approve') as HTMLElement
  const key = (name: string) =>
    act(
      async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
    )

  it('lists what waits for a decision of this person, oldest first, and each project’s day', async () => {
    await openInbox([
      row('late', {}, at(5)),
      row('early', {}, at(1)),
      row('running', { requiresApproval: false }),
      row('done', { approveResult: { messages: [] } }),
      row('theirs', {}, { mayDecide: false }),
    ])
    expect(keys()).toEqual(['early', 'late'])
    expect(page().text()).toContain('2 answers wait for you')
    expect(page().text()).toContain('12 workers × 8 h = 96 h')
    expect(page().text()).toContain('40 workers')
    expect(page().text()).toContain('318 h 30 min')
    expect(page().text()).toContain('3 of 4 have answered')
    expect(page().text(document.querySelector('details'))).toContain('Lee')
  })

  it('keeps a decision at once, lets it be taken back for ten seconds, and sends it only then', async () => {
    await openInbox([row('one', {}, at(1)), row('two', {}, at(2))])
    await page().press(approve('one'))
    // On disk from this moment, even if the page is closed.
    expect((await sent()).map(([, where]) => where)).toEqual([path('one')])
    await page().until(() => keys().join() === 'two')
    const free = await claim(getStore(), ana, { worker: 'w', limit: 1, busy: new Set() })
    expect(free.claims).toEqual([])
    await page().until(() => page().hasButton('Undo'))
    await press('Undo')
    await page().until(() => keys().join() === 'one,two')
    expect(await waiting()).toEqual([])

    await page().press(approve('one'))
    await page().until(() => keys().join() === 'two')
    const [held] = await getStore().db.outbox.toArray()
    expect(held?.nextAt).toBeGreaterThanOrEqual(Date.parse(held?.clientAt ?? '') + 10_000)
    // Ten seconds later, and the server has received the undone decision.
    await getStore().db.cancels.clear()
    await act(async () => void (await getStore().db.outbox.toCollection().modify({ nextAt: 0 })))
    await page().until(() => !page().hasButton('Undo'))
    await answer()
    await page().until(async () => (await waiting()).length === 0)
    expect(keys()).toEqual(['two'])
  })

  it('does not say that all is decided while another page may have answers', async () => {
    await keep('/api/executions/open', { executions: [row('theirs', {}, { mayDecide: false })], days: [day], more: true })
    await keep('/api/executions/open?after=theirs', { executions: [row('mine', {}, at(1))], days: [day] })
    await draw('/review')
    await page().until(() => page().text().includes('Nothing to decide on this page'))
    expect(page().text()).not.toContain('All decided')
    await press('Newer')
    await page().until(() => keys().join() === 'mine')
    expect(page().text()).not.toContain('1 answer waits for you')
    await press('Oldest')
    await page().until(() => page().text().includes('Nothing to decide on this page'))
  })

  it('approves at once what is usual, and leaves what is odd to be looked at', async () => {
    await openInbox([
      row('a', {}, at(1)),
      row('b', {}, at(2)),
      row('long', { model: { worker_count: 3, worker_hours: 14, hours: 42 } }, at(3)),
      row('none', { model: { worker_hours: 8 } }, at(4)),
      row('guess', { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'CHAT_FAILURE' }, at(5)),
    ])
    expect(page().text()).toContain('More than 12 hours each')
    expect(page().text()).toContain('Count or hours are missing')
    await press('Approve 2 routine answers')
    await page().until(() => page().text().includes('Approve 2 answers in which nothing is unusual?'))
    await page().press(
      await page().until(() =>
        [...document.querySelectorAll('dialog[open] button')].find((button) => button.textContent?.trim() === 'Approve'),
      ),
    )
    await page().until(() => keys().join() === 'long,none,guess')
    expect((await sent()).map(([, where, payload]) => [where, (payload as { completionAction: string }).completionAction])).toEqual([
      [path('a'), 'APPROVE'],
      [path('b'), 'APPROVE'],
    ])
    await page().until(() => page().hasButton('Undo all 2'))
    await press('Undo all 2')
    await page().until(() => keys().length === 5)
    expect(await waiting()).toEqual([])
  })

  it('is worked with the keys alone', async () => {
    const router = await openInbox([row('one', {}, at(1)), row('two', {}, at(2)), row('three', {}, at(3))])
    await act(async () => document.querySelector<HTMLElement>('[data-item=one] a')?.focus())
    await key('ArrowDown')
    await page().until(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'two')
    await key('r')
    await page().until(() => keys().join() === 'one,three')
    expect((await sent())[0]?.[2]).toMatchObject({ completionAction: 'REJECT' })
    await page().until(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'three')
    await key('u')
    await page().until(() => keys().join() === 'one,two,three')
    await page().until(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'two')
    await key('o')
    await page().until(() => router.state.location.pathname === '/automation/bot/execution/two')
  })

  it('decides nothing by a key that is pressed outside of the answers', async () => {
    await openInbox([row('one', {}, at(1)), row('two', {}, at(2))])
    const outside = await page().until(() => document.querySelector<HTMLElement>('main, body'))
    for (const pressed of ['a', 'r', 'o', 'ArrowDown'])
      await act(async () => void outside.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })))
    expect(document.querySelector('[data-item][aria-current]')).toBeNull()
    expect(await waiting()).toEqual([])
    expect(keys()).toEqual(['one', 'two'])
  })

  it('gives the focus to the answer that Undo brings back, and holds a decision while the focus is on Undo', async () => {
    await openInbox([row('one', {}, at(1))])
    await act(async () => document.querySelector<HTMLElement>('[data-item=one] a')?.focus())
    await key('a')
    await page().until(() => page().text().includes('All decided'))
    expect(document.activeElement?.textContent).toContain('All decided')
    await act(
      async () =>
        void (await getStore()
          .db.outbox.toCollection()
          .modify({ nextAt: Date.now() + 3000 })),
    )
    await act(async () => page().button('Undo').focus())
    await page().until(async () => ((await getStore().db.outbox.toArray())[0]?.nextAt ?? 0) > Date.now() + 8000)
    await page().until(() => page().hasButton('Undo'))
    await press('Undo')
    await page().until(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item') === 'one')
    expect(await waiting()).toEqual([])
  })

  it('never disables a vendor or writes with the wrong key: A accepts, R rejects', async () => {
    const trouble = (code: string) => ({ requiresApproval: false, requiresAttention: true, requiresAttentionCode: code })
    await openInbox([
      row('vendor', trouble('INVALID_VENDOR'), at(1)),
      row('log', { ...trouble('APPROVE_FAILURE'), approveFailure: { messages: [] } }, at(2)),
    ])
    await act(async () => document.querySelector<HTMLElement>('[data-item=vendor] a')?.focus())
    await key('r')
    expect(await waiting()).toEqual([])
    await key('a')
    await page().until(() => keys().join() === 'log')
    await key('r')
    expect((await waiting()).map(([, , payload]) => (payload as { completionAction: string }).completionAction)).toEqual(['ACKNOWLEDGE'])
    await key('a')
    await page().until(() => keys().length === 0)
    expect((await waiting()).map(([, , payload]) => (payload as { completionAction: string }).completionAction)).toEqual([
      'ACKNOWLEDGE',
      'APPROVE',
    ])
  })

  it('opens an answer without figures instead of approving it, because its screen fills them in from the gates', async () => {
    const router = await openInbox([row('one', { model: {} }, at(1)), row('two', {}, at(2)), row('three', {}, at(3))])
    expect([...document.querySelectorAll('[data-item=one] button')].map((each) => each.textContent)).toEqual(['Reject'])
    expect(page().hasButton('Approve 2 routine answers')).toBe(true)
    await act(async () => document.querySelector<HTMLElement>('[data-item=one] a')?.focus())
    await key('a')
    await page().until(() => router.state.location.pathname === '/automation/bot/execution/one')
    expect(await waiting()).toEqual([])
  })

  it('opens reports that differ instead of approving one of them', async () => {
    const reports = [10, 12].map((worker_count) => ({
      source: `forms/manpower/${worker_count}`,
      by: 'Ana',
      at: at(1).at ?? '',
      worker_count,
    }))
    const differ = { requiresApproval: false, requiresAttention: true, requiresAttentionCode: 'DIFFERENT_FIGURES', reports }
    const router = await openInbox([row('one', differ, at(1)), row('two', {}, at(2)), row('three', {}, at(3))])
    expect([...document.querySelectorAll('[data-item=one] button')].map((each) => each.textContent)).toEqual(['Reject'])
    expect(page().text(document.querySelector('[data-item=one]'))).toMatch(/10 workers.*12 workers/s)
    await act(async () => document.querySelector<HTMLElement>('[data-item=one] a')?.focus())
    await key('a')
    await page().until(() => router.state.location.pathname === '/automation/bot/execution/one')
    expect(await waiting()).toEqual([])
  })

  it('is worked with a finger: to the right it is accepted, to the left it is rejected', async () => {
    await openInbox([row('one', {}, at(1)), row('two', {}, at(2))])
    const swipe = async (name: string, by: number) => {
      const card = document.querySelector(`[data-item=${name}]`) as HTMLElement
      const tell = (type: string, x: number) =>
        act(
          async () =>
            void card.dispatchEvent(
              Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: 5 }), { pointerType: 'touch' }),
            ),
        )
      await tell('pointerdown', 200)
      await tell('pointermove', 200 + by)
      await tell('pointerup', 200 + by)
    }
    await swipe('one', 40)
    expect(await waiting()).toEqual([])
    await swipe('one', 150)
    await page().until(() => keys().join() === 'two')
    await swipe('two', -150)
    await page().until(() => page().text().includes('All decided'))
    expect((await sent()).map(([, , payload]) => (payload as { completionAction: string }).completionAction)).toEqual(['APPROVE', 'REJECT'])
  })
})
