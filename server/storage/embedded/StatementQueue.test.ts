import { describe, expect, it } from 'vitest'
import type { QueryBudget } from '../queryBudget.ts'
import { StatementQueue } from './StatementQueue.ts'

interface Asked {
  readonly name: string
  readonly budget: QueryBudget
  readonly askedAt: number
}
const request = (name: string, askedAt = 0): Asked => ({ name, budget: 'request', askedAt })
const page = (name: string, askedAt = 0): Asked => ({ name, budget: 'export', askedAt })
const job = (name: string, askedAt = 0): Asked => ({ name, budget: 'job', askedAt })

function queueOf(...asked: readonly Asked[]) {
  const queue = new StatementQueue<Asked>()
  for (const one of asked) queue.push(one)
  const names = (isRunning: boolean, now: number) => {
    const taken: string[] = []
    for (let next = queue.next(isRunning, now); next; next = queue.next(isRunning, now)) taken.push(next.name)
    return taken
  }
  return { queue, names }
}

describe('the order of statements in the embedded database', () => {
  it('lets saves pass the page of an export that was asked for before', () => {
    const { names } = queueOf(page('page'), job('texts'), request('session'), request('save'))
    expect(names(false, 1)).toEqual(['session', 'save', 'page', 'texts'])
  })

  it('begins the page of an export only when no other statement runs', () => {
    const { names } = queueOf(job('page'))
    expect(names(true, 1)).toEqual([])
    expect(names(false, 1)).toEqual(['page'])
  })

  it('leaves a moment for the next statement of the same request', () => {
    const { queue, names } = queueOf(job('page', 10))
    queue.noteAnswer(request('session'), 10, 1)
    expect(names(false, 11)).toEqual([])
    expect(queue.waitMs(false, 11)).toBe(2)
    expect(names(false, 13)).toEqual(['page'])
  })

  it('runs jobs under constant load, too', () => {
    const { queue, names } = queueOf(job('page'), request('save', 49))
    queue.noteAnswer(request('session'), 49, 1)
    expect(queue.waitMs(true, 49)).toBe(1)
    expect(names(true, 50)).toEqual(['page', 'save'])
  })

  it('gives an export a third of the time under constant load', () => {
    const { queue } = queueOf()
    const ran = { page: 0, save: 0 }
    let now = 0
    queue.push(page('page', now))
    queue.push(request('save', now))
    while (now < 3000) {
      const one = queue.next(false, now)
      if (!one) throw new Error('the database has nothing to do')
      const took = one.budget === 'export' ? 8 : 2
      now += took
      ran[one.budget === 'export' ? 'page' : 'save'] += took
      queue.noteAnswer(one, now, took)
      // Each caller asks again as soon as it has its answer.
      queue.push({ ...one, askedAt: now })
    }
    expect(ran.page / now).toBeCloseTo(1 / 3, 1)
  })

  it('does not begin the page of a second export while one runs', () => {
    const { names } = queueOf(page('first'), page('second'), request('save', 9))
    expect(names(true, 10)).toEqual(['first', 'save'])
  })

  it('does not let a job pass an older request after a long transaction', () => {
    const { names } = queueOf(request('save', 1), job('page', 2), request('session', 3))
    expect(names(false, 80)).toEqual(['save', 'page', 'session'])
  })

  it('gives back what waits in the order in which it was asked for', () => {
    const { queue } = queueOf(job('page', 1), request('save', 2), job('report', 3))
    expect(queue.takeAll().map(({ name }) => name)).toEqual(['page', 'save', 'report'])
    expect(queue.takeAll()).toEqual([])
  })
})
