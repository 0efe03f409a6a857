import { describe, expect, it } from 'vitest'
import { isAffectedBy } from './isAffectedBy.ts'

const id = 'A'.repeat(20)
const record = { kind: 'record', path: `forms/hazard/${id}`, rev: 2 } as const

describe('what is fetched again after a change', () => {
  it.each([
    [`/api/forms/hazard/${id}.json?lang=es`, true],
    [`/api/dialog/hazard/${id}.json`, true],
    [`/api/data/forms/hazard/${id}`, true],
    [`/api/feed/forms/hazard/${id}?limit=50`, true],
    [`/api/evidence/forms/hazard/${id}`, true],
    ['/api/records/forms/hazard?cursor=7', true],
    ['/api/arrived/hazard.json', true],
    ['/api/forms/hazard.json', false],
    ['/api/arrived/manpower.json', false],
    [`/api/forms/hazard/${'B'.repeat(20)}.json`, false],
    ['/api/tasks/ana.json', false],
    ['/api/lists/tower/employees', false],
  ])('of a record: %s %s', (url, yes) => expect(isAffectedBy(url, record)).toBe(yes))

  it.each([
    ['/api/forms/hazard.json?lang=es', true],
    [`/api/forms/hazard/${id}.json`, true],
    ['/api/dialog/hazard.json', true],
    ['/api/arrived/hazard.json', true],
    ['/api/tasks/ana.json', true],
    ['/api/studio/hazard', true],
    ['/api/forms/manpower.json', false],
    ['/api/me', false],
  ])('of a form: %s %s', (url, yes) => expect(isAffectedBy(url, { kind: 'form', path: 'hazard', team: 'tower' })).toBe(yes))

  it('of a list: itself, and every screen that carries it', () => {
    const change = { kind: 'list', path: 'employees', team: 'tower' } as const
    expect(isAffectedBy('/api/lists/tower/employees?form=crew', change)).toBe(true)
    expect(isAffectedBy('/api/lists/yard/employees', change)).toBe(false)
    expect(isAffectedBy('/api/forms/crew.json', change, ['employees', 'trades'])).toBe(true)
    expect(isAffectedBy('/api/forms/crew.json', change, ['trades'])).toBe(false)
  })

  it('of the rights of a person: all of it', () => {
    expect(isAffectedBy('/api/forms/crew.json', { kind: 'rights', path: 'tower' })).toBe(true)
  })
})
