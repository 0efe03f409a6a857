/** The lists that each project keeps itself. The name is part of the address: `/teams/{id}/lists/people`. */
export const projectLists = ['people', 'companies', 'trades', 'costCodes', 'locations', 'equipment'] as const
export type ProjectListName = (typeof projectLists)[number]

export const isProjectList = (name: string | undefined): name is ProjectListName =>
  (projectLists as readonly (string | undefined)[]).includes(name)

/** The lookup of forms that a list fills. */
export const lookupOfList = {
  people: 'employees',
  companies: 'vendors',
  trades: 'trades',
  costCodes: 'costCodes',
  locations: 'locations',
  equipment: 'equipment',
} as const satisfies Record<ProjectListName, string>

/**
 * The columns of an entry besides its name and `active`. `number`, `email` and `externalId` identify an entry
 * in an import.
 */
export const listColumns = {
  people: ['number', 'email', 'mobile', 'company', 'role', 'trade', 'location', 'externalId'],
  companies: ['number', 'contact', 'email', 'mobile', 'trade', 'cost_code', 'externalId'],
  trades: ['number', 'externalId'],
  costCodes: ['number', 'externalId'],
  locations: ['number', 'externalId'],
  equipment: ['number', 'type', 'serial', 'company', 'externalId'],
} as const satisfies Record<ProjectListName, readonly string[]>

export type ListColumn = (typeof listColumns)[ProjectListName][number]

/** The columns that name an entry of another list: when two entries there become one, these follow. */
export const columnsThatName = {
  people: [],
  companies: [
    ['people', 'company'],
    ['equipment', 'company'],
  ],
  trades: [
    ['people', 'trade'],
    ['companies', 'trade'],
  ],
  costCodes: [['companies', 'cost_code']],
  locations: [['people', 'location']],
  equipment: [],
} as const satisfies Record<ProjectListName, readonly (readonly [ProjectListName, ListColumn])[]>
