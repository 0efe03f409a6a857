import { describe, expect, it } from 'vitest'
import { botCatalogue, catalogueBot, isOfferedTo, offeredBots } from './botCatalogue.ts'

const of = (system: string) => botCatalogue.filter((bot) => bot.system === system)
const anybody = { systems: ['construction', 'design'], isAdmin: false, isBeta: false } as const
const classes = (bots: readonly { class: string }[]) => bots.map((bot) => bot.class)

describe('the bot catalogue', () => {
  it.each([
    ['CO-228', 'QR Enrolment + Trigger Bots', {}],
    ['CO-229', 'QR Attendance + Trigger Bots', {}],
    ['CO-230', 'QR Attendance Bot (Multi Site)', { deprecated: true }],
    ['CO-231', 'Orientation Bot', {}],
    ['CO-232', 'Worker Certifications Bot', { beta: true }],
    ['CO-233', 'Manpower Bot', {}],
    ['CO-234', 'Forms & Inspections Bot (Ad-Hoc)', {}],
    ['CO-235', 'Forms & Inspections Bot (Scheduled)', {}],
    ['CO-236', 'Site Permits', {}],
    ['CO-237', 'QR Forms & Inspections (Non Scheduled)', { deprecated: true }],
    ['CO-238', 'QR Document Viewer', {}],
    ['CO-239', 'QR Time & Materials Capture', {}],
    ['CO-240', 'Pre-Task Plan Agent', {}],
    ['CO-241', 'Toolbox Talk Agent', {}],
    ['CO-242', 'Customer Survey Bot', { deprecated: true, beta: true }],
    ['CO-243', 'Reminders Bots for Forms and Inspections', { deprecated: true }],
    ['CO-244', 'Broadcast Bot', {}],
    ['CO-245', 'Notes Bot', { deprecated: true }],
    ['CO-246', 'QR Directory', {}],
    ['CO-247', 'QR Hazards & Near Misses', {}],
    ['CO-248', 'Daily Log Bot for subs/self-perform', { noSite: true }],
    ['CO-249', 'Health Survey Bot', { deprecated: true }],
  ])('%s CO-222 CO-200 holds "%s" for the construction system, in its place and with its marks', (id, name, marks) => {
    const bot = of('construction')[Number(id.slice(3)) - 228]
    if (!bot) throw new Error(`there is no ${name}`)
    const { noSite, deprecated, beta, development, ...rest } = bot
    expect(rest).toMatchObject({ name, system: 'construction', systems: ['construction', 'construction-sandbox'] })
    expect(rest.description.length).toBeGreaterThan(20)
    const set = Object.fromEntries(Object.entries({ noSite, deprecated, beta, development }).filter(([, value]) => value !== undefined))
    expect(set).toEqual(marks)
  })

  it('CO-250 CO-251 offers the smaller choices of the own and of the design system', () => {
    expect(classes(of('own'))).toEqual([
      'enrolment',
      'attendance',
      'orientation',
      'manpower',
      'site-permits',
      'document-viewer',
      'pre-task-plan',
      'toolbox-talk',
      'broadcast',
      'directory',
      'hazards',
    ])
    expect(classes(of('design'))).toEqual([
      'enrolment',
      'attendance',
      'orientation',
      'forms-adhoc',
      'document-viewer',
      'broadcast',
      'hazards',
    ])
  })

  it('FE-456 says how long a hazard is followed up', () => {
    for (const bot of botCatalogue.filter((one) => one.class === 'hazards')) expect(bot.description).toContain('up to 72 hours')
  })

  it('CO-369 offers deprecated bots to no user', () => {
    const offered = offeredBots({ ...anybody, isAdmin: true, isBeta: true })
    expect(offered.filter(({ deprecated }) => deprecated)).toEqual([])
    expect(botCatalogue.some(({ deprecated }) => deprecated)).toBe(true)
  })

  it('FE-328 FE-329 CO-368 shows what is under development to administrators and beta users alone', () => {
    const nobody = { isAdmin: false, isBeta: false }
    const shown = [nobody, { ...nobody, isAdmin: true }, { ...nobody, isBeta: true }].map((me) => isOfferedTo({ development: true }, me))
    expect(shown).toEqual([false, true, true])
    expect(isOfferedTo({}, nobody)).toBe(true)
  })

  it('CO-370 offers by the systems of the user where no project is chosen', () => {
    const systems = (linked: typeof anybody.systems | readonly []) => [
      ...new Set(offeredBots({ ...anybody, systems: linked }).map(({ system }) => system)),
    ]
    expect(systems([])).toEqual(['own'])
    expect(systems(['construction', 'design'])).toEqual(['construction', 'own', 'design'])
  })

  it('CO-009 CO-010 knows three kinds of system, and hides the sandbox of the construction system from who is not linked with it', () => {
    expect(new Set(botCatalogue.map(({ system }) => system))).toEqual(new Set(['construction', 'own', 'design']))
    expect(offeredBots({ ...anybody, systems: [] }).some(({ systems }) => systems.includes('construction-sandbox'))).toBe(false)
    expect(offeredBots({ ...anybody, systems: ['construction-sandbox'] }).some(({ system }) => system === 'construction')).toBe(true)
  })

  it('CO-371 offers bots by the source of the chosen project, independent of the user’s linked systems', () => {
    expect(offeredBots({ ...anybody, systems: [], source: 'design' }).every(({ system }) => system === 'design')).toBe(true)
    expect(classes(offeredBots({ ...anybody, source: 'construction-sandbox' }))).toContain('time-materials')
    expect(classes(offeredBots({ ...anybody, source: 'own' }))).not.toContain('time-materials')
  })

  it('CO-373 offers under a parent what that parent can trigger', () => {
    const under = (parent: string) => classes(offeredBots({ ...anybody, parent: { class: parent, source: 'own' } }))
    expect(under('attendance')).toEqual(catalogueBot('attendance', 'own')?.childClasses)
    expect(under('attendance')).toContain('orientation')
    expect(under('attendance')).not.toContain('enrolment')
    expect(under('orientation')).toEqual([])
  })
})
