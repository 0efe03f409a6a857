import type { BotRow } from '../../contract/endpoints/bots.ts'

/** A bot of the project Tower that Ana owns and may change. */
export const exampleBot = (id: string, more: Partial<BotRow> = {}): BotRow => ({
  id,
  key: id,
  name: id,
  title: id,
  project: 'Tower',
  team: 'tower',
  owner: 'ana',
  ownerName: 'Ana',
  class: 'hazards',
  type: 'hazards',
  path: `/automations/${id}`,
  demoMode: false,
  disabled: false,
  archived: false,
  teamArchived: false,
  triggers: [],
  statistics: { badge: 0 },
  rev: 1,
  may: { update: true, manage: true },
  ...more,
})
