import { demoId, people } from './company.ts'

/** Whom the demo's other systems know: its people, and somebody who has no account here yet. */
export const demoAccounts = [
  ...people.map(({ uid, name, email, part }) => ({ subject: uid, name, email, part })),
  { subject: demoId('Nora Lindqvist'), name: 'Nora Lindqvist', email: 'nora.lindqvist@example.com', part: 'new here' },
]
