/** Who does a task, and on what. */
export const people = {
  worker: 'Worker, phone',
  foreman: 'Foreman, phone',
  gate: 'Gate, tablet',
  kiosk: 'Kiosk, tablet',
  warden: 'Warden, phone',
  manager: 'Manager, laptop',
} as const

export type Who = keyof typeof people

/** What people on site do without a connection, by who does it. Each is one test. */
export const tasks = {
  worker: [
    'see what is due today',
    'report a hazard with a photo and a signature',
    'watch the film of the orientation',
    'sign the safety manual and send it',
    'plan the work of the crew',
    'hold a toolbox talk',
    'go on with what was typed before the phone was switched off',
    'read what was sent earlier',
    'correct a save that waits',
    'take back a discarded save',
    'see today’s report is due while yesterday’s still waits',
    'open a form by the code of a poster',
    'read the app in another language',
    'check what is ready for site',
    'choose their own name from the list, or write another',
    'stay logged in at the log-out while saves wait',
  ],
  foreman: [
    'report manpower of a company',
    'add people to the crew with their times',
    'see who is on site',
    'correct the times of a person of the crew',
    'read the daily log of yesterday',
    'find a record among those that arrived, and keep the list as a file',
  ],
  warden: ['call the roll and see who is missing', 'keep the report of a roll call as a PDF'],
  gate: [
    'sign in a person by name',
    'find a person by the code of a badge',
    'sign in a visitor who is new',
    'induct a person who is new, who is there once afterwards',
    'go on after the gate asked whether somebody is still there',
  ],
  kiosk: ['sign out a visitor, and say how much waits and since when', 'come back to the kiosk at any address'],
  manager: [
    'see the day of all projects',
    'approve an answer',
    'take back a decision',
    'correct an answer and read its conversation',
    'read an open hazard, and keep it as a PDF',
    'see the members of a project and its holidays',
    'find anything by a word',
    'see the bots and the devices',
    'read the last report',
  ],
} as const satisfies Record<Who, readonly string[]>

export type Task<W extends Who> = (typeof tasks)[W][number]

/** `Worker, phone: see what is due today`, the title of its test. */
export const titleOf = <W extends Who>(who: W, task: Task<W>): string => `${people[who]}: ${task}`
