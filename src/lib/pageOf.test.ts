import { describe, expect, it } from 'vitest'
import { nameOf, pageOf } from './pageOf.ts'

describe('where a waiting save is opened again', () => {
  it('leads to the page of the form, in every language that the person has chosen by then', () => {
    expect(pageOf('/api/forms/hazard-report.json?site=7&lang=es')).toBe('/frontend/forms/hazard-report?site=7')
    expect(pageOf('/api/forms/hazard-report.json?lang=es')).toBe('/frontend/forms/hazard-report')
    expect(pageOf('/api/forms/hazard-report.json')).toBe('/frontend/forms/hazard-report')
  })

  it('names a save without a title by its form', () => {
    expect(nameOf('forms/hazard-report/6YkabcdefghijklmnopQ')).toBe('Hazard report')
    expect(nameOf('people')).toBe('People')
  })
})
