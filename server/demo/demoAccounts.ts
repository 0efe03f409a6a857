import { demoId, people } from './company.ts'

/** The accounts of the demo's other systems: its people, and a person without an account here. */
export const demoAccounts = [
  ...people.map(({ uid, name, email, part }) => ({ subject: uid, name, email, part })),
  { subject: demoId('Nora Lindqvist'), name: 'Nora Lindqvist', email: 'nora.lindqvist@example.com', part: 'new here' },
]
