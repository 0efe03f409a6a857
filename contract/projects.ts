import * as z from 'zod/mini'

/** Where a project comes from (decision OQ-125): the product itself, the construction system, its sandbox, or the design system. */
export const sources = ['own', 'construction', 'construction-sandbox', 'design'] as const
export const Source = z.enum(sources)
export type Source = z.output<typeof Source>

/** Bots of one person that belong to no project. */
export const privateTeam = 'private'

/** The countries of sites, by code (spec/3 §9). */
export const siteCountries = { AU: 'Australia', CA: 'Canada', US: 'United States' } as const

/** The time zones of sites (decision OQ-154). */
export const siteTimezones = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'America/Halifax': 'Atlantic',
  'Australia/Perth': 'Perth',
  'Australia/Adelaide': 'Adelaide',
  'Australia/Sydney': 'Sydney',
} as const
