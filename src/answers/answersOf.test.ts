import { expect, it } from 'vitest'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { answersOf } from './answersOf.ts'

const lines = (node: NodeSetting, value: unknown) =>
  answersOf([node], { list: value }).flatMap((answer) => answer.lines?.('2026-11-20', 'en') ?? [])

it('a list of people reads as one line for each, without their numbers', () => {
  const crew = [
    { name: 'Ana', role: 'Worker', vendor: 'Acme', mobile: '+12015550123', disabled: true, disabledUntil: '2026-12-01' },
    { name: 'Bo', role: 'Foreman', checkinTime: '06:45', checkoutTime: '15:30' },
  ]
  expect(lines({ type: 'staffSmsContact', attribute: 'list' }, crew)).toEqual([
    'Ana · Worker · Acme · Unavailable til Dec 1, 2026',
    'Bo · Foreman · In 6:45 AM · Out 3:30 PM',
  ])
  expect(lines({ type: 'checkout', attribute: 'list' }, crew.slice(1))).toEqual(['Bo · Foreman · In 6:45 AM · Out 3:30 PM'])
})

it('so does a list of firms', () => {
  const firms = [{ vendor: 'Acme', trade: 'Concrete', disabled: true }]
  expect(lines({ type: 'vendor', attribute: 'list' }, firms)).toEqual(['Acme · Concrete · Not active'])
  const contact = [{ name: 'Di', vendor: 'Acme', mobile: '+12015550124' }]
  expect(lines({ type: 'vendorSmsContact', attribute: 'list' }, contact)).toEqual(['Di · Acme · +12015550124'])
})

it('a list with fields of its own, and checks, read by their questions', () => {
  const own: NodeSetting = { type: 'vendor', attribute: 'list', subform: [{ type: 'text', attribute: 'firm', label: 'Firm' }] }
  expect(answersOf([own], { list: [{ firm: 'Acme' }] })[0]?.items).toMatchObject([[{ label: 'Firm', value: 'Acme' }]])
  const checks: NodeSetting = { type: 'preflight', attribute: 'list', checks: [{ name: 'area', label: 'Is the area clear?' }] }
  const answered = answersOf([checks], { list: [{ name: 'area', answer: 'no', note: 'Van' }, { name: 'unasked' }] })
  expect(answered[0]?.items).toMatchObject([
    [
      { label: 'Is the area clear?', value: 'No' },
      { label: 'Note', value: 'Van' },
    ],
  ])
})

it('a record says how much of a video was watched, not which seconds', () => {
  const film = { type: 'video', attribute: 'film', label: 'Film', uri: { link: '/media/a.webm' } } as const
  const watched = { learningIndex: 0, watchedVideo: '1110', watchedPercent: 0.75, hasWatchedVideo: false }
  expect(answersOf([film], { film: watched }).map(({ label, value }) => [label, value])).toEqual([['Film', '75%']])
})

it('a record shows what was calculated, under the headings of its form', () => {
  const form: NodeSetting[] = [
    { type: 'text', attribute: 'site', label: 'Site' },
    {
      type: 'group',
      label: 'Permit',
      children: [
        { type: 'text', attribute: 'work', label: 'Work' },
        { type: 'calculated', attribute: 'until', label: 'Valid until', value: 'addMinutes(start, 120)' },
        { type: 'calculated', attribute: 'hours', label: 'Hours', value: 'crew * 8', format: 'hours' },
        { type: 'calculated', attribute: 'step', label: 'Step', value: 'crew > 2', visible: false },
      ],
    },
  ]
  const shown = answersOf(form, { site: 'North', work: 'Welding', until: '02:15', hours: 24, step: true })
  expect(shown.map(({ heading, label, value, lines }) => [heading, label, lines?.('2026-11-20', 'en')[0] ?? value])).toEqual([
    [undefined, 'Site', 'North'],
    ['Permit', 'Work', 'Welding'],
    [undefined, 'Valid until', '02:15'],
    [undefined, 'Hours', '24 h'],
  ])
})
