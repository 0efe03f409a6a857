import type { OutsideProject, SourceSystem } from '../sourceSystem.ts'

interface World {
  readonly prefix: string
  readonly domain: string
  readonly projects: readonly (readonly [name: string, timezone: string, country: string])[]
  readonly people: readonly string[]
  readonly companies: readonly string[]
}

/** Fictional names and data. */
const worlds: Readonly<Record<'construction' | 'construction-sandbox' | 'design', World>> = {
  construction: {
    prefix: 'c',
    domain: 'build.example.com',
    projects: [
      ['Lakeview Medical Center', 'America/Chicago', 'US'],
      ['Granite Ridge Apartments', 'America/Denver', 'US'],
      ['Pier 9 Warehouse', 'America/Los_Angeles', 'US'],
      ['Wharf Street Library', 'America/Halifax', 'CA'],
      ['Southbank Rail Station', 'Australia/Sydney', 'AU'],
    ],
    people: ['Nora Whitfield', 'Samuel Ortega', 'Priya Raman', 'Lucas Meyer', 'Hannah Brooks', 'Tomas Herrera'],
    companies: ['Keystone Concrete', 'Ironline Steel Erectors', 'Voltmark Electric', 'Summit Air Mechanical', 'TopDeck Roofing'],
  },
  'construction-sandbox': {
    prefix: 's',
    domain: 'sandbox.example.com',
    projects: [
      ['Sandbox Test Project', 'America/New_York', 'US'],
      ['Sandbox Training Tower', 'America/Los_Angeles', 'US'],
    ],
    people: ['Test User One', 'Test User Two'],
    companies: ['Test Subcontractor'],
  },
  design: {
    prefix: 'd',
    domain: 'design.example.com',
    projects: [
      ['Riverside Courthouse', 'America/New_York', 'US'],
      ['Northern Arts Academy', 'Australia/Adelaide', 'AU'],
      ['Cedar Falls Water Plant', 'America/Chicago', 'US'],
    ],
    people: ['Ingrid Solberg', 'Marcus Bell', 'Yuki Tanabe', 'Olivia Grant'],
    companies: ['Atelier North', 'Bell & Partners', 'Riverside Civil'],
  },
}

/**
 * A simulated construction or design system, so that every workflow can be tried without an external
 * account (decision OQ-125).
 */
export function simulator(system: keyof typeof worlds): SourceSystem {
  const { prefix, domain, projects, people, companies } = worlds[system]
  const all: OutsideProject[] = projects.map(([name, timezone, countryCode], n) => ({
    id: `${prefix}${1001 + n}`,
    name,
    timezone,
    countryCode,
  }))
  const placeOf = (project: string) => all.findIndex(({ id }) => id === project)
  /** Not every person is in every project. */
  const some = <T>(list: readonly T[], project: string) => {
    const place = placeOf(project)
    return place < 0 ? [] : list.filter((_, n) => n === 0 || (n + place) % 3 !== 0)
  }
  return {
    kind: 'embedded',
    projects: async () => all,
    users: async (project) =>
      some(people, project).map((name) => ({
        id: `${prefix}-${people.indexOf(name) + 1}`,
        name,
        email: `${name.toLowerCase().replaceAll(' ', '.')}@${domain}`,
      })),
    companies: async (project) => some(companies, project).map((name) => ({ id: `${prefix}v${companies.indexOf(name) + 1}`, name })),
  }
}
