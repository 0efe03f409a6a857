import { createHash } from 'node:crypto'
import type { LookupItem } from '../../contract/endpoints/pages.ts'
import type { TeamRole } from '../../contract/endpoints/sign-in.ts'

/**
 * The company that a fresh installation shows. All data is fictional; the phone numbers are from the range
 * reserved for fiction (555-01xx).
 */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The same words always give the same 20 letters and digits. */
export function demoId(words: string): string {
  const bytes = createHash('sha512').update(`muster demo ${words}`).digest()
  return Array.from(bytes.subarray(0, 20), (byte) => alphabet[byte % alphabet.length]).join('')
}

export const harborPoint = demoId('Harbor Point Tower')
export const cedarRidge = demoId('Cedar Ridge School')

export const harborPine = demoId('Harbor & Pine Builders')

export const teams = [
  { id: harborPoint, name: 'Harbor Point Tower', billing: harborPine },
  { id: cedarRidge, name: 'Cedar Ridge School', billing: harborPine },
]

export const billingAccounts = [{ id: harborPine, name: 'Harbor & Pine Builders', status: 'Active' as const, plan: 'typical-site-month' }]

/** The bots that fill the demo's forms: class (spec/3 §3.9), title, key of the form, site. */
const botTable = [
  [harborPoint, 'attendance', 'Gate 1 Check-in', 'check-in', 'harbor-point-tower'],
  [harborPoint, 'orientation', 'Site Orientation', 'orientation', 'harbor-point-tower'],
  [harborPoint, 'manpower', 'Daily Manpower', 'manpower', 'harbor-point-tower'],
  [harborPoint, 'daily-log', 'Daily Notes', null, null],
  [harborPoint, 'hazards', 'Hazards & Near Misses', 'hazard-report', 'harbor-point-tower'],
  [harborPoint, 'pre-task-plan', 'Pre-Task Plan', 'pre-task-plan', 'harbor-point-tower'],
  [harborPoint, 'toolbox-talk', 'Toolbox Talk', 'toolbox-talk', 'harbor-point-tower'],
  [harborPoint, 'worker-certifications', 'Worker Certificates', 'worker-certifications', 'harbor-point-tower'],
  [cedarRidge, 'manpower', 'School Manpower', 'school-manpower', 'cedar-ridge-campus'],
  [cedarRidge, 'hazards', 'School Hazards', 'school-hazard-report', 'cedar-ridge-campus'],
] as const

export const sites = [
  { id: 'harbor-point-tower', team: harborPoint, name: 'Tower', timezone: 'America/New_York', country: 'us' },
  { id: 'harbor-point-garage', team: harborPoint, name: 'Parking Garage', timezone: 'America/New_York', country: 'us' },
  { id: 'cedar-ridge-campus', team: cedarRidge, name: 'Main Campus', timezone: 'America/Chicago', country: 'us' },
]

/** The time zone of a project of the demo. */
export const zoneOf = (team: string): string | undefined => sites.find((site) => site.team === team)?.timezone

export interface DemoPerson {
  readonly uid: string
  readonly name: string
  readonly mobile: string
  readonly lang: 'en' | 'es' | 'pt'
  readonly isAdmin?: boolean
  readonly email: string
  /** The role of the account, for people who try the demo. */
  readonly part: string
  readonly teams: Readonly<Record<string, TeamRole>>
}

const person = (
  name: string,
  mobile: string,
  part: string,
  lang: DemoPerson['lang'],
  roles: DemoPerson['teams'],
  isAdmin = false,
): DemoPerson => ({
  uid: demoId(name),
  name,
  mobile,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  lang,
  part,
  teams: roles,
  isAdmin,
})

export const people: readonly DemoPerson[] = [
  person('Grace Okafor', '+12025550101', 'owner', 'en', { [harborPoint]: 'Owner', [cedarRidge]: 'Owner' }, true),
  person('Daniel Reyes', '+12025550102', 'site manager', 'en', { [harborPoint]: 'Administrator', [cedarRidge]: 'Administrator' }),
  person('Marisol Vega', '+12025550103', 'foreman', 'es', { [harborPoint]: 'Member' }),
  person('Joao Pereira', '+12025550104', 'worker', 'pt', { [harborPoint]: 'Worker' }),
  person('Ashley Tran', '+12025550105', 'worker', 'en', { [harborPoint]: 'Worker' }),
  person('Ben Kowalski', '+12025550106', 'worker, other project', 'en', { [cedarRidge]: 'Worker' }),
]

export const billingMembers = [
  { billing: harborPine, uid: demoId('Grace Okafor'), role: 'Owner' as const },
  { billing: harborPine, uid: demoId('Daniel Reyes'), role: 'Administrator' as const },
]

/** A number without an owner: 555-0100 to 555-0199 in many area codes. */
const areaCodes = ['201', '203', '212', '215', '302', '312', '410', '508', '516', '617', '703', '718', '773', '804', '856', '908']
export const fictional = (n: number) => `+1${areaCodes[Math.floor(n / 100) % areaCodes.length]}55501${String(n % 100).padStart(2, '0')}`

/** Vendors of the tower that get texts from its bots, by their names in the contact list. */
const texted = [
  'Keystone Concrete',
  'Ironline Steel Erectors',
  'Bluewater Plumbing',
  'Voltmark Electric',
  'Summit Air Mechanical',
  'Northgate Drywall',
]

/** The contacts of the vendors above, and of the notes; the numbers are those of the lists below. */
const talkers = ['Frank Delgado', 'Rosa Lopez', 'Sam Whitaker', 'Nina Petrov', 'Paulo Ribeiro', 'Dwayne Carter']
const talkerOf = (n: number) => ({
  name: talkers[n] ?? '',
  mobile: fictional(200 + n),
  vendor: texted[n] ?? '',
  ...(n === 1 && { lang: 'es' }),
  ...(n === 4 && { lang: 'pt' }),
})

/** The demo's bots text when a visitor starts them, not on a schedule. */
const settings: Readonly<Record<string, Record<string, unknown>>> = {
  'Daily Manpower': {
    active: false,
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    time: '15:00',
    timezone: 'America/New_York',
    stopAfter: '1 hour',
    approvalMode: 'Approval',
    collectLocation: 'Enabled',
    contacts: texted.map((_, n) => talkerOf(n)),
  },
  'Daily Notes': {
    active: false,
    days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
    time: '15:30',
    timezone: 'America/New_York',
    stopAfter: '1 hour',
    approvalMode: 'Approval',
    collectLocation: 'Enabled',
    contacts: [talkerOf(0), talkerOf(3)],
  },
}

export const automations = botTable.map(([team, kind, title, form, site]) => ({
  id: demoId(`bot ${title}`),
  team,
  owner: demoId('Grace Okafor'),
  class: kind,
  title,
  form,
  site,
  model: settings[title] ?? {},
}))

/** Open it at /kiosk/246810. */
export const demoKiosk = { automation: demoId('bot Gate 1 Check-in'), code: '246810', madeBy: demoId('Grace Okafor') }

/** Company, trade, cost code, head count on the tower. */
const subcontractors = [
  ['Keystone Concrete', 'Concrete', '03-3000', 38],
  ['Ironline Steel Erectors', 'Structural Steel', '05-1200', 27],
  ['Bluewater Plumbing', 'Plumbing', '22-1000', 24],
  ['Voltmark Electric', 'Electrical', '26-0500', 33],
  ['Summit Air Mechanical', 'HVAC', '23-0500', 21],
  ['Northgate Drywall', 'Drywall', '09-2900', 29],
  ['ClearView Glazing', 'Glazing', '08-4400', 14],
  ['Stonebridge Masonry', 'Masonry', '04-2000', 16],
  ['Redwood Carpentry', 'Carpentry', '06-1000', 22],
  ['TopDeck Roofing', 'Roofing', '07-5000', 12],
  ['Evergreen Sitework', 'Earthwork', '31-2000', 18],
  ['SafeSpan Scaffolding', 'Scaffolding', '01-5400', 13],
  ['Guardian Fire Protection', 'Fire Protection', '21-1000', 11],
  ['Lumen Painting', 'Painting', '09-9100', 15],
  ['Harbor & Pine Builders', 'General Labor', '01-3100', 19],
] as const

const costCodeNames: Readonly<Record<string, string>> = {
  '01-3100': 'Project management and coordination',
  '01-5400': 'Scaffolding and hoists',
  '03-3000': 'Cast-in-place concrete',
  '04-2000': 'Unit masonry',
  '05-1200': 'Structural steel framing',
  '06-1000': 'Rough carpentry',
  '07-5000': 'Membrane roofing',
  '08-4400': 'Curtain wall and glazing',
  '09-2900': 'Gypsum board',
  '09-9100': 'Painting',
  '21-1000': 'Fire suppression',
  '22-1000': 'Plumbing piping',
  '23-0500': 'HVAC, common work',
  '26-0500': 'Electrical, common work',
  '31-2000': 'Earth moving',
}

const locations = [
  'Gate 1',
  'Site Office',
  'Laydown Yard',
  'Parking Level P2',
  'Parking Level P1',
  'Ground Floor Lobby',
  ...Array.from({ length: 12 }, (_, floor) => `Level ${floor + 2}`),
  'Roof',
  'Core, Stair A',
  'Core, Stair B',
  'Tower Crane',
]

/** Given and family names that fit together, so that the list looks like the list of a real site. */
const names: readonly (readonly [given: readonly string[], family: readonly string[]])[] = [
  [
    ['Carlos', 'Luis', 'Miguel', 'Rosa', 'Jorge', 'Ana', 'Pedro', 'Elena', 'Raul', 'Diego', 'Sofia', 'Hector'],
    ['Garcia', 'Hernandez', 'Lopez', 'Martinez', 'Ramirez', 'Torres', 'Flores', 'Castillo', 'Mendoza', 'Rojas'],
  ],
  [
    ['James', 'Emily', 'Robert', 'Sarah', 'Michael', 'Megan', 'Tyler', 'Hannah', 'Kevin', 'Laura', 'Scott', 'Dylan'],
    ['Walker', 'Bennett', 'Foster', 'Murphy', 'Sullivan', 'Parker', 'Hughes', 'Coleman', 'Brooks', 'Reed'],
  ],
  [
    ['Thiago', 'Rafael', 'Juliana', 'Bruno', 'Camila', 'Marcelo', 'Larissa', 'Felipe'],
    ['Silva', 'Santos', 'Oliveira', 'Costa', 'Almeida', 'Ribeiro', 'Carvalho', 'Barbosa'],
  ],
  [
    ['Minh', 'Linh', 'Huy', 'Thao', 'Wei', 'Mei', 'Jun', 'Hana', 'Min-jun', 'Aiko'],
    ['Nguyen', 'Tran', 'Pham', 'Chen', 'Wang', 'Kim', 'Park', 'Tanaka', 'Liu', 'Vo'],
  ],
  [
    ['Piotr', 'Katarzyna', 'Marek', 'Ivan', 'Oksana', 'Andriy', 'Nikola', 'Milena'],
    ['Nowak', 'Wisniewski', 'Kowalczyk', 'Petrov', 'Shevchenko', 'Bondar', 'Jovanovic', 'Horvat'],
  ],
  [
    ['Kwame', 'Amina', 'Chidi', 'Fatou', 'Emeka', 'Abena', 'Tunde', 'Zainab'],
    ['Mensah', 'Adeyemi', 'Diallo', 'Owusu', 'Eze', 'Traore', 'Balogun', 'Sesay'],
  ],
  [
    ['Omar', 'Layla', 'Yusuf', 'Nadia', 'Arjun', 'Priya', 'Ravi', 'Sunita', 'Imran', 'Karim'],
    ['Hassan', 'Khalil', 'Rahman', 'Patel', 'Singh', 'Sharma', 'Khan', 'Aziz', 'Das', 'Haddad'],
  ],
  [
    ['Jose', 'Maricel', 'Ramon', 'Liza', 'Tevita', 'Sione', 'Mele', 'Kai'],
    ['Reyes', 'Santos', 'Bautista', 'Cruz', 'Taufa', 'Fifita', 'Kealoha', 'Kahale'],
  ],
]

const roles = ['Foreman', 'Journeyman', 'Journeyman', 'Apprentice', 'Journeyman', 'Worker', 'Worker', 'Operator', 'Apprentice', 'Worker']

/** The generator of Park and Miller: the same seed always gives the same sequence. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

export interface DemoLookupItem extends LookupItem {
  readonly lookup: string
  readonly team: string
}

function workers(): LookupItem[] {
  const roll = dice(20_240_501)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  const taken = new Set(people.map(({ name }) => name))
  const list: LookupItem[] = []
  for (const [company, trade, , count] of subcontractors) {
    for (let n = 0; n < count; n++) {
      let name = ''
      do {
        const [given, family] = pick(names)
        name = `${pick(given)} ${pick(family)}`
      } while (taken.has(name))
      taken.add(name)
      list.push({ id: name, label: name, attributes: { company, trade, role: roles[n % roles.length], description: company } })
    }
  }
  return list.sort((a, b) => (a.label < b.label ? -1 : 1))
}

/**
 * The items of the forms' lists. Ids are readable names, so that records, messages and exports can be read
 * without the lists.
 */
export function lookupItems(): DemoLookupItem[] {
  const vendors: LookupItem[] = subcontractors.map(([vendor, trade, costCode]) => ({
    id: vendor,
    label: vendor,
    attributes: { trade, cost_code: costCode, description: trade },
  }))
  const crew = workers()
  const foremen = crew.filter(({ attributes }) => attributes?.['role'] === 'Foreman')
  const lists: Readonly<Record<string, readonly LookupItem[]>> = {
    vendors,
    trades: subcontractors.map(([, trade]) => ({ id: trade, label: trade })),
    costCodes: subcontractors.map(([, , code]) => ({ id: code, label: `${code} ${costCodeNames[code] ?? ''}`.trim() })),
    locations: locations.map((name) => ({ id: name, label: name })),
    employees: [
      ...people
        .filter(({ teams: own }) => own[harborPoint])
        .map(({ name, part }) => ({ id: name, label: name, attributes: { company: 'Harbor & Pine Builders', role: part } })),
      ...crew,
    ],
    employeeSmsContacts: foremen.map(({ id, label, attributes }, n) => ({
      id,
      label,
      attributes: { ...attributes, mobile: fictional(n) },
    })),
    vendorSmsContacts: vendors.map(({ id, label, attributes }, n) => ({
      id,
      label,
      attributes: { ...attributes, mobile: fictional(200 + n), vendor: label },
    })),
  }
  const smaller = new Set(['vendors', 'trades', 'costCodes'])
  return Object.entries(lists).flatMap(([lookup, items]) => [
    ...items.map((item) => ({ ...item, lookup, team: harborPoint })),
    ...(smaller.has(lookup) ? items.slice(0, 12).map((item) => ({ ...item, lookup, team: cedarRidge })) : []),
    ...(lookup === 'locations' ? schoolLocations.map((name) => ({ id: name, label: name, lookup, team: cedarRidge })) : []),
    ...(lookup === 'employees' ? crew.slice(0, 60).map((item) => ({ ...item, lookup, team: cedarRidge })) : []),
  ])
}

const schoolLocations = ['Main Gate', 'Classroom Wing A', 'Classroom Wing B', 'Gymnasium', 'Cafeteria', 'Library', 'Bus Loop', 'Roof']
