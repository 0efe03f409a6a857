import type { LookupItem } from '../../../contract/endpoints/pages.ts'

const people = ['Ana Silva', 'Ben Carter', 'Carlos Ortiz', 'Dana Whitfield', 'Elena Petrova', 'Farid Haddad', 'Grace Lin', 'Hector Ruiz']
const item = (label: string, attributes?: Record<string, unknown>): LookupItem => ({
  id: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  label,
  ...(attributes && { attributes }),
})
const contact = (label: string, index: number) =>
  item(label, { name: label, mobile: `+1202555014${index}`, role: index % 3 === 0 ? 'Foreman' : 'Worker' })
const firms = ['Keystone Concrete', 'Ironline Steel', 'Bluewater Plumbing', 'Voltmark Electric', 'Northgate Drywall']

/** Sample lists to try a form if no project provides its own. */
export const trialLookups: Readonly<Record<string, readonly LookupItem[]>> = {
  employees: people.map(contact),
  employeeSmsContacts: people.map(contact),
  vendors: firms.map((firm) => item(firm, { name: firm })),
  vendorSmsContacts: firms.map((firm, index) => contact(firm, index)),
  trades: ['Carpentry', 'Concrete', 'Electrical', 'Plumbing', 'Structural Steel'].map((trade) => item(trade)),
  costCodes: ['03-3000 Concrete', '05-1200 Steel', '22-1000 Plumbing', '26-0500 Electrical'].map((code) => item(code)),
  locations: ['Gate 1', 'Site Office', 'Laydown Yard', 'Level 2', 'Level 3', 'Roof'].map((place) => item(place)),
  sites: ['Tower', 'Parking Garage'].map((site) => item(site)),
}
