import { describe, expect, it } from 'vitest'
import { checkSettings } from '../../../../contract/forms/checkSettings.ts'
import type { FormSettings } from '../../../../contract/forms/FormSettings.ts'
import { lintSettings } from '../../../../contract/forms/lintSettings.ts'
import { scopeOf } from '../../../../contract/forms/template.ts'
import { readableTexts, translateSettings, untranslatedTexts } from '../../../../contract/forms/translateSettings.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { languages } from '../../../../contract/reference/languages.ts'
import { createForm, type Form, type FormNode } from '../../../engine/form.ts'
import { fillForm } from './fillForm.ts'
import { formFromTemplate, loadTemplate, templates } from './templates.ts'
import { trialLookups } from '../trialLookups.ts'
import { bringTypes, rulesOf } from '../../../fields/index.ts'

const today = '2026-03-04'
const person = { person: { name: 'Sam Rivera', uid: 'sam', mobile: '+12025550123' }, 'today()': today }

/** Answers of a complete form, beside the samples of the types. Each template passes its own rules with them. */
const good: Readonly<Record<string, Model>> = {
  'scaffold-inspection': { height: 12 },
  'concrete-ticket': {
    batched: '07:00',
    arrived: '07:30',
    discharged: '08:15',
    slump_target: 100,
    slump: 110,
    temperature: 21,
    ordered: 8,
    delivered: 7.5,
  },
  'hot-work-permit': {
    worker: 'Ben Carter',
    fire_watch: 'Ana Silva',
    start_time: '07:00',
    end_time: '11:00',
    watch_end: '12:00',
    confined: true,
    oxygen: 20.9,
    lel: 0,
  },
  'incident-report': {
    kind: 'damage',
    people: [{ name: 'Ana Silva', role: 'injured', treatment: 'first_aid' }, { role: 'witness' }],
    severity: 4,
    likelihood: 4,
  },
  'toolbox-talk': { attendees: [{ name: 'Ana Silva' }, { name: 'Ben Carter' }] },
  'machine-prestart': { hour_meter: 2400, service_due: 2500 },
  jha: {
    steps: [
      { severity: 3, likelihood: 2 },
      { severity: 5, likelihood: 3 },
    ],
  },
  'lift-plan': { load_weight: 4000, rigging_weight: 500, capacity: 6000, special: ['lines'], line_distance: 8, wind_limit: 36, wind: 12 },
  'excavation-permit': { depth: 2.5, width: 1, length: 12, protection: 'box', soil: 'b', oxygen: 20.9, lel: 0, locate_until: '2026-03-09' },
  'ladder-harness-inspection': { item: 'harness', made: '2024-05-01', arrested: false },
  delivery: {
    items: [
      { ordered: 10, counted: 8 },
      { ordered: 4, counted: 4, condition: 'damaged' },
    ],
    decision: 'remarks',
  },
  'near-miss': {},
  'quality-check': { measures: [{ target: 100, measured: 103, tolerance: 5 }], hold: true },
  'daily-report': {
    low: 8,
    high: 17,
    crews: [
      { workers: 6, hours: 8 },
      { workers: 4, hours: 9 },
    ],
  },
  'visitor-induction': { ppe: ['hat', 'vest', 'boots'], quiz_alarm: 'assembly', quiz_machine: 'eye', mobile: '+12025550140' },
  'equipment-handover': {
    return_date: '2026-03-20',
    photos: [
      { filename: 'a.jpg', url: '/a' },
      { filename: 'b.jpg', url: '/b' },
    ],
  },
}

/** What follows from the answers above. */
const follows: Readonly<Record<string, Model>> = {
  'scaffold-inspection': { inspection_score: 100, inspection_fails: 0, valid_until: '2026-03-11' },
  'concrete-ticket': { age: 75, short: 0.5 },
  'hot-work-permit': { permit_hours: 4, before_fails: 0 },
  'incident-report': { injured: 1, risk: 16 },
  'toolbox-talk': { attendees_count: 2 },
  'machine-prestart': { service_in: 100, check_score: 100 },
  jha: { highest_risk: 15, valid_until: today },
  'lift-plan': { total_weight: 4500, use: 75, critical: true },
  'excavation-permit': { volume: 30, valid_until: '2026-03-09' },
  'ladder-harness-inspection': { end_of_life: '2034-05-01', next_inspection: '2026-08-31', out: false },
  delivery: { missing: 1, damaged: 1 },
  'near-miss': { urgent: true },
  'quality-check': { outside_count: 0, check_score: 100 },
  'daily-report': { workers_total: 10, hours_total: 84 },
  'visitor-induction': { valid_until: '2026-04-03' },
  'equipment-handover': { days: 16, condition_fails: 0 },
}

/** Answers that must not pass, and the rule that says so. */
const bad: readonly (readonly [string, Model, RegExp])[] = [
  ['hot-work-permit', { watch_end: '11:30' }, /60 minutes/],
  ['hot-work-permit', { fire_watch: 'Ben Carter' }, /another person/],
  ['hot-work-permit', { oxygen: 18 }, /19\.5/],
  ['excavation-permit', { protection: 'none' }, /Deeper than 1\.2 m/],
  ['excavation-permit', { soil: 'c', protection: 'benching' }, /cannot be benched/],
  ['lift-plan', { load_weight: 9000 }, /heavier than the crane/],
  ['lift-plan', { wind: 50 }, /Too much wind/],
  ['lift-plan', { line_distance: 3 }, /6 m/],
  ['incident-report', { kind: 'injury', people: [{ role: 'witness' }] }, /Add the injured person/],
  ['delivery', { decision: 'accepted' }, /accept with remarks/],
  ['quality-check', { measures: [{ target: 100, measured: 120, tolerance: 5 }], release: 'released' }, /cannot be released/],
  ['daily-report', { low: 20 }, /lower than the lowest/],
  ['visitor-induction', { ppe: ['hat'] }, /Hard hat, vest and boots/],
  ['visitor-induction', { quiz_machine: 'run' }, /about machines again/],
  ['equipment-handover', { photos: [{ filename: 'a.jpg', url: '/a' }] }, /two photos/],
]

async function settingsOf(id: string): Promise<FormSettings> {
  const checked = checkSettings(JSON.parse(await loadTemplate(id)))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.form
}

async function filled(settings: FormSettings, answers: Model): Promise<Form> {
  await bringTypes(settings.children)
  const form = createForm({ settings, model: {}, lookups: trialLookups, rules: rulesOf, scope: scopeOf(person) })
  fillForm(form, answers)
  return form
}

const fieldsIn = (nodes: readonly FormNode[]): FormNode[] => nodes.flatMap((node) => [node, ...fieldsIn(node.children)])
const problemsOf = (form: Form) => form.validate().map(({ label, message }) => `${label}: ${message}`)
const ids = templates.map(({ id }) => id)

describe('a form from a template', () => {
  it('every template has answers to try it with', () => {
    expect(Object.keys(good).toSorted()).toEqual(ids.toSorted())
    expect(Object.keys(follows).toSorted()).toEqual(ids.toSorted())
  })

  it.each(ids)('%s has no finding of the checker and all its translations', async (id) => {
    const settings = await settingsOf(id)
    expect(lintSettings(settings)).toEqual([])
    expect(untranslatedTexts(settings, 'es')).toEqual([])
    expect(untranslatedTexts(settings, 'pt')).toEqual([])
  })

  it.each(ids)('%s is complete with sample answers in each language, and calculates what follows', async (id) => {
    const settings = await settingsOf(id)
    for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
      const form = await filled(translateSettings(settings, language), good[id] ?? {})
      expect(problemsOf(form)).toEqual([])
      expect(form.faults).toEqual([])
      expect(form.model()).toMatchObject(follows[id] ?? {})
    }
  })

  it.each(bad)('%s refuses %j', async (id, answers, message) => {
    const form = await filled(await settingsOf(id), { ...good[id], ...answers })
    expect(problemsOf(form).join('\n')).toMatch(message)
  })

  it.each([
    ['scaffold-inspection', 'inspection', 'defect'],
    ['machine-prestart', 'check', 'defect'],
    ['quality-check', 'check', 'defect'],
    ['ladder-harness-inspection', 'harness_check', 'defect'],
    ['equipment-handover', 'condition', 'defect'],
    ['hot-work-permit', 'before', 'no'],
    ['excavation-permit', 'check', 'no'],
    ['lift-plan', 'ready', 'no'],
  ])('%s asks for a photo and a reason where a check fails', async (id, list, answer) => {
    const settings = await settingsOf(id)
    const form = await filled(settings, good[id] ?? {})
    const [first, ...others] = form.value(list) as { name: string }[]
    const failed = { name: first?.name, answer, result: 'fail', score: 0, of: 1, failed: first?.name }
    form.set(list, [failed, ...others])
    const label = fieldsIn(form.nodes).find(({ path }) => path === list)?.setting as { label: string }
    expect(problemsOf(form)).toContain(`${label.label}: 1 row is not complete`)
    expect(form.model()).toMatchObject({ [`${list}_fails`]: 1 })
    form.set(list, [{ ...failed, comment: 'One bolt is loose', photos: [{ filename: 'a.jpg', url: '/a' }] }, ...others])
    expect(problemsOf(form).filter((problem) => problem.includes('not complete'))).toEqual([])
  })

  it.each([
    ['hot-work-permit', 'before', /when no check says No/],
    ['lift-plan', 'ready', /No lift while a check says No/],
  ])('%s is not issued while a check says No', async (id, list, message) => {
    const form = await filled(await settingsOf(id), good[id] ?? {})
    const [first, ...others] = form.value(list) as { name: string }[]
    const photos = [{ filename: 'a.jpg', url: '/a' }]
    const item = { name: first?.name, answer: 'no', result: 'fail', score: 0, of: 1, failed: first?.name, comment: 'No water', photos }
    form.set(list, [item, ...others])
    expect(problemsOf(form).join('\n')).toMatch(message)
  })

  it('a name of its own replaces the name and its translations, and nothing else', async () => {
    const text = await loadTemplate('jha')
    const named = JSON.parse(formFromTemplate(text, 'JHA of the north tower')) as FormSettings
    expect(named.name).toBe('JHA of the north tower')
    expect(named.translations?.es).not.toHaveProperty('Job hazard analysis (JHA)')
    expect(named.children).toEqual((JSON.parse(text) as FormSettings).children)
    expect(formFromTemplate(text, 'Job hazard analysis (JHA)')).toBe(text)
  })
})

it('the texts of a template are those of the trade in each language', async () => {
  for (const id of ids) {
    const settings = await settingsOf(id)
    const said = new Set(readableTexts(settings).map(({ text }) => text))
    for (const texts of Object.values(settings.translations ?? {})) expect(Object.keys(texts).filter((text) => !said.has(text))).toEqual([])
  }
})
