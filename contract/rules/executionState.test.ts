import { describe, expect, it } from 'vitest'
import { type ActionKey, actionPayload, completionOf, executionState, needsDecision, withManpowerEdit } from './executionState.ts'
import { type Execution, Execution as ExecutionShape, processingTag, stopAfters } from '../endpoints/executions.ts'

const now = Date.parse('2026-05-11T15:00:00Z')
const manpower = (more: Partial<Execution> = {}): Execution => ({
  kind: 'manpower',
  title: 'Keystone Concrete',
  path: 'automation/a/b/c',
  ...more,
})
const several = (more: Partial<Execution> = {}) => manpower({ kind: 'multiVendor', ...more })
const of = (execution: Execution) => executionState(execution, now)
const attention = (requiresAttentionCode: string, more: Partial<Execution> = {}) =>
  manpower({ requiresAttention: true, requiresAttentionCode, ...more })
const sent = (actions: readonly ActionKey[]) => actions.map((action) => completionOf[action])
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

describe('the state of a conversation', () => {
  it('RV-190 RV-213 RV-214 takes the first state that applies: finalized, completing, approval, attention, running', () => {
    const all = manpower({
      approveResult: { messages: [] },
      completionAction: 'APPROVE',
      requiresApproval: true,
      requiresAttention: true,
      requiresAttentionCode: 'EXPIRED',
    })
    const { approveResult: _, ...completing } = all
    const { completionAction: __, ...approval } = completing
    const { requiresApproval: ___, ...attending } = approval
    const states = [all, completing, approval, attending, manpower()]
    expect(states.map((one) => of(one).name)).toEqual(['Finalized', 'Completing', 'Requires Approval', 'Requires Attention', 'Running'])
    // Several vendors: Waiting to Complete has priority over Requires Attention.
    const waiting = states.map((one) => of({ ...one, kind: 'multiVendor', waitingToComplete: true }).name)
    expect(waiting).toEqual(['Finalized', 'Completing', 'Requires Approval', 'Waiting to Complete', 'Waiting to Complete'])
    expect(of({ ...attending, kind: 'multiVendor' }).name).toBe('Requires Attention')
  })

  it('lets a person choose between reports that differ, also where Procore approves', () => {
    expect(of(attention('DIFFERENT_FIGURES'))).toMatchObject({ head: 'differentFigures', actions: ['approve', 'reject'], editable: true })
    expect(of(attention('DIFFERENT_FIGURES', { kind: 'multiVendor' })).actions).toEqual(['writeNow', 'reject'])
    expect(of(attention('DIFFERENT_FIGURES', { approvalMode: 'Procore' }))).toMatchObject({
      actions: ['write'],
      editable: true,
      maySave: true,
    })
  })

  it('RV-191 RV-192 RV-193 RV-195 RV-201 shows no record that is finalized, and leads to the daily log of its day', () => {
    const done = { approveResult: { messages: [] }, date: '2026-05-11', procore: { root: 'https://log.example', project: '7' } }
    expect(of(manpower(done))).toMatchObject({ hidden: true, actions: ['acknowledge'], editable: false })
    expect(of(manpower(done)).dailyLog).toBe('https://log.example/7/daily_log?date=2026-05-11')
    expect(of(manpower({ ...done, completed: true })).actions).toEqual([])
    expect(of(manpower({ approveResult: { messages: [] }, date: '2026-05-11' })).dailyLog).toBeUndefined()
    expect(of(manpower({ completionAction: 'REJECT' }))).toMatchObject({ actions: [], editable: false, hidden: false })
    expect(of(manpower())).toMatchObject({ actions: [], editable: false })
  })

  it('RV-196 RV-197 RV-198 RV-218 RV-219 RV-263 asks for approval, or only for a write where the other system approves', () => {
    expect(of(manpower({ requiresApproval: true }))).toMatchObject({ actions: ['approve', 'reject'], editable: true, maySave: true })
    expect(of(manpower({ requiresApproval: true, approvalMode: 'Procore' }))).toMatchObject({
      actions: ['write'],
      editable: false,
      maySave: false,
    })
  })

  it.each([
    ['INVALID_VENDOR', 'invalidVendor', ['DISABLE_VENDOR', 'ACKNOWLEDGE'], false],
    ['INVALID_NUMBER', 'invalidNumber', ['DISABLE_VENDOR', 'ACKNOWLEDGE'], false],
    ['APPROVE_FAILURE', 'approvalFailure', ['APPROVE', 'WRITE', 'ACKNOWLEDGE'], true],
    ['CHAT_FAILURE', 'chatFailure', ['APPROVE', 'REJECT'], true],
    ['MODIFIED_AFTER_FINISH', 'modifiedAfterFinish', ['APPROVE', 'REJECT'], true],
    ['EXPIRED', 'expired', ['APPROVE', 'ACKNOWLEDGE'], true],
    ['NIL_ENTRY', 'nilEntry', ['ACKNOWLEDGE'], false],
    ['INCORRECT_TARGET_USER', 'checkContact', ['DISABLE_VENDOR', 'ACKNOWLEDGE'], false],
    ['UNCOOPERATIVE_TARGET_USER', 'checkContact', ['DISABLE_VENDOR', 'ACKNOWLEDGE'], false],
    ['PAUSE_TARGET_USER', 'checkContact', ['DISABLE_VENDOR', 'ACKNOWLEDGE'], false],
    ['NOT_ASKED', 'notAsked', ['ACKNOWLEDGE'], false],
    ['SOMETHING_NEW', 'other', ['ACKNOWLEDGE'], false],
    ['constructor', 'other', ['ACKNOWLEDGE'], false],
  ])('RV-199 RV-202 RV-203 RV-204 RV-206 RV-207 RV-208 RV-210 RV-211 RV-212 says what to do about %s', (code, head, actions, editable) => {
    const state = of(attention(code))
    expect(state).toMatchObject({ name: 'Requires Attention', head, code, editable, hidden: false })
    expect(sent(state.actions)).toEqual(actions)
    expect(needsDecision(state)).toBe(true)
  })

  it.each([
    ['INVALID_VENDOR', ['DISABLE_VENDOR', 'ACKNOWLEDGE']],
    ['APPROVE_FAILURE', ['WRITE', 'ACKNOWLEDGE']],
    ['CHAT_FAILURE', ['WRITE']],
    ['MODIFIED_AFTER_FINISH', ['WRITE']],
    ['EXPIRED', ['ACKNOWLEDGE']],
    ['NIL_ENTRY', ['ACKNOWLEDGE']],
  ])('RV-218 RV-219 leaves for %s only what can be done where the other system approves', (code, actions) => {
    const state = of(attention(code, { approvalMode: 'Procore' }))
    expect(sent(state.actions)).toEqual(actions)
    expect(state.editable).toBe(false)
  })

  it('RV-205 RV-346 lists why the log refused an entry, and heads a completed day as such', () => {
    const messages = [
      { type: 'error', message: 'The Day has been Completed.' },
      { type: 'info', message: 'Tried twice.' },
      { type: 'validation', message: 'Vendor is not on the project.' },
    ]
    const state = of(attention('APPROVE_FAILURE', { approveFailure: { messages } }))
    expect(state).toMatchObject({ head: 'dayCompleted', failures: ['The Day has been Completed.', 'Vendor is not on the project.'] })
    const other = of(attention('APPROVE_FAILURE', { approveFailure: { messages: messages.slice(1) } }))
    expect(other).toMatchObject({ head: 'approvalFailure', failures: ['Vendor is not on the project.'] })
  })

  it('RV-209 says in the other system’s mode that a nil entry was written for who did not answer', () => {
    expect(of(attention('EXPIRED', { approvalMode: 'Procore' })).nilWritten).toBe(true)
    expect(of(attention('EXPIRED')).nilWritten).toBeUndefined()
  })

  it('RV-220 RV-221 RV-222 RV-362 tells in how many minutes a pending entry is written, and "soon" under three', () => {
    const pending = (expires?: string) =>
      of(manpower({ requiresApproval: true, approvalMode: 'Procore', ...(expires && { expires }) })).writtenIn
    expect([pending(inMinutes(45)), pending(inMinutes(3)), pending(inMinutes(2.9)), pending(inMinutes(-5)), pending()]).toEqual([
      45,
      3,
      'soon',
      'soon',
      'soon',
    ])
    expect(of(manpower({ requiresApproval: true, expires: inMinutes(45) })).writtenIn).toBeUndefined()
  })

  it('RV-220 promises no entry that the server does not write: after a failed chat, after a change, and for an empty note', () => {
    for (const code of ['CHAT_FAILURE', 'MODIFIED_AFTER_FINISH'] as const)
      expect(of(attention(code, { approvalMode: 'Procore', expires: inMinutes(45) })).writtenIn).toBeUndefined()
    const note = { kind: 'notes', title: 'Notes', path: 'automation/a/b/c', approvalMode: 'Procore', timestamp: inMinutes(-10) } as const
    expect(of({ ...note }).writtenIn).toBeUndefined()
    expect(of({ ...note, model: { comment: 'Crane down' } }).writtenIn).toBe(50)
  })

  it('RV-163 RV-164 RV-223 RV-363 counts for notes from their beginning and how long they stop after, an hour unless they say', () => {
    const begun = inMinutes(-10)
    const note = (more: Partial<Execution>) =>
      of({
        kind: 'notes',
        title: 'Notes',
        path: 'automation/a/b/c',
        requiresApproval: true,
        approvalMode: 'Procore',
        timestamp: begun,
        ...more,
      }).writtenIn
    expect(stopAfters).toEqual(['15 mins', '30 mins', '45 mins', '1 hour', '2 hours', '3 hours'])
    expect(stopAfters.map((stopAfter) => note({ stopAfter }))).toEqual([5, 20, 35, 50, 110, 170])
    // Not relative to `expires`.
    expect(note({ expires: inMinutes(5) })).toBe(50)
    expect(note({ stopAfter: '15 mins', timestamp: inMinutes(-14) })).toBe('soon')
  })

  it('RV-063 RV-215 RV-216 RV-217 lets several vendors be written at once, and be changed until then', () => {
    const waiting = of(several({ waitingToComplete: true }))
    expect(waiting).toMatchObject({ name: 'Waiting to Complete', actions: ['writeNow', 'reject'], editable: true })
    expect(sent(waiting.actions)).toEqual(['WRITE', 'REJECT'])
    expect(of(several({ waitingToComplete: true, approvalMode: 'Procore' })).actions).toEqual(['writeNow'])
    expect(of(several())).toMatchObject({ name: 'Running', actions: [], editable: true, maySave: true })
    const codes = ['CHAT_FAILURE', 'EXPIRED', 'APPROVE_FAILURE', 'INVALID_NUMBER']
    expect(codes.map((code) => of({ ...attention(code), kind: 'multiVendor' }).actions)).toEqual([
      ['writeNow', 'reject'],
      ['writeNow', 'acknowledge'],
      ['writeNow', 'acknowledge'],
      ['disableVendor', 'acknowledge'],
    ])
    expect(of({ ...attention('INVALID_NUMBER'), kind: 'multiVendor' }).editable).toBe(true)
  })

  it('RV-160 RV-161 works hours out at every edit of count or hours', () => {
    expect(withManpowerEdit({ worker_count: 12, worker_hours: 8, hours: 1, notes: 'x' }, { worker_count: 11 })).toEqual({
      worker_count: 11,
      worker_hours: 8,
      hours: 88,
      notes: 'x',
    })
    expect(withManpowerEdit({ worker_count: 3, worker_hours: 7.1 }, { notes: 'y' }).hours).toBe(21.3)
    expect(withManpowerEdit({ worker_count: 3, worker_hours: 8, hours: 24 }, { worker_hours: null }).hours).toBeNull()
  })

  it('RV-225 RV-226 RV-227 RV-228 RV-229 RV-230 names each action, and tags the conversation as processing once', () => {
    expect(completionOf).toEqual({
      acknowledge: 'ACKNOWLEDGE',
      disableVendor: 'DISABLE_VENDOR',
      approve: 'APPROVE',
      write: 'WRITE',
      writeNow: 'WRITE',
      reject: 'REJECT',
    })
    const tags = [{ label: 'DEMO', color: 'blue' }, { label: 'Processing' }]
    expect(actionPayload(tags, 'APPROVE', processingTag)).toEqual({
      completionAction: 'APPROVE',
      tags: [{ label: 'DEMO', color: 'blue' }, { label: 'Processing' }],
    })
  })

  it('RV-159 RV-162 CO-212 keeps everything that the specification lists of an execution', () => {
    const whole = {
      kind: 'multiVendor',
      title: 'Daily Manpower',
      name: 'Rosa',
      vendor: 'Keystone',
      project: 'Tower',
      number: '+12025550110',
      configuredNumber: '+12025550110',
      date: '2026-05-11',
      today: '2026-05-11',
      expires: inMinutes(30),
      timestamp: inMinutes(-30),
      stopAfter: '1 hour',
      requiresApproval: true,
      requiresAttention: false,
      requiresAttentionCode: '',
      approveResult: { messages: [{ type: 'info', message: 'Written' }] },
      completionAction: 'APPROVE',
      completed: true,
      approvalMode: 'Procore',
      collectLocation: 'Disabled',
      model: { project: 'Tower', vendor: 'Keystone', worker_count: 1, worker_hours: 8, hours: 8, location: 'Roof', notes: 'x' },
      executionVendors: [{ key: 'a', vendor: 'Keystone', trade: 'Concrete', cost_code: '03-3000' }],
      finishedModels: {
        a: { vendor: 'Keystone', project: 'Tower', hours: 8, worker_count: 1, worker_hours: 8, location: 'Roof', notes: 'x' },
      },
      waitingToComplete: true,
      tags: [{ label: 'Processing', color: 'blue' }],
      feed: '/api/automation/a/b/c/feed.txt',
      path: 'automation/a/b/c',
      lookups: { locations: [{ id: 'roof', label: 'Roof' }] },
      procore: { root: 'https://log.example', project: '7' },
    }
    expect(ExecutionShape.parse(whole)).toEqual(whole)
  })
})
