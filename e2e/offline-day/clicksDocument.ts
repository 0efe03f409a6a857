import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { people, tasks } from './tasks.ts'

const file = path.resolve(import.meta.dirname, '../../docs/offline-day.md')

/** A person who does a task for the first time needs at most so many presses from the start page. */
export const mostClicks = 4

export const firstTasks = [
  'find the daily log',
  'see who is on site',
  'add a question to a form',
  'correct what I just sent',
  'invite a person by their number',
  'find a person',
  'begin a roll call',
  'see who is missing at a roll call',
  'send a waiting save now',
  'print a record',
  'pair a tablet',
  'change my language',
  'log out',
] as const
export type FirstTask = (typeof firstTasks)[number]

const head = `# A day on site

What people do without a connection, and how many presses a first-time task takes. Both tables come from the tests:
\`PRINT=1 npx playwright test e2e/offline-day/clicks.spec.ts --workers=1\` writes this page.

## What does *Make ready* bring?

The forms of a person's projects with their lists, documents and videos, and what their role reads. If a form has a
document, also fonts and decoders of the PDF viewer, and for PDF forms the interpreter of their scripts: together
1.7 MB, so that a form can be opened for the first time without a connection. My Tasks keeps the interpreter (0.5 MB) by
itself. Fonts and character maps of East Asian text come when a document needs them first.

Some answers of the server have a maximum: 1,000 entries of a project list, 100 people of *People*. *Ready for site* says
how much of such a list is on the device.

## Without a connection

The server has ended, and the browser starts cold for each task, after *Make ready*. At the end the server is back, and
each record must arrive exactly once. Each line is a test in \`e2e/offline-day\` with this title.
`

const clicksHead = `## First-time tasks

Presses from the start page, as the page counts them in \`e2e/offline-day/clicks.spec.ts\`. A press into a field counts,
typing does not; a menu of the system counts as two. More than ${mostClicks} fails the test.
`

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const taskRows = () =>
  Object.entries(tasks)
    .flatMap(([who, names]) => names.map((name) => [people[who as keyof typeof people], name]))
    .map((cells, at) => [String(at + 1), ...cells])

/** The page without the second table. */
export const dayPart = () => `${head}\n${tableOf(['', 'who', 'task'], taskRows())}\n`

export function writeClicks(found: ReadonlyMap<FirstTask, number>): void {
  const rows = firstTasks.map((task) => [task, String(found.get(task))])
  writeFileSync(file, `${dayPart()}\n${clicksHead}\n${tableOf(['task', 'presses'], rows)}\n`)
}

export const readPage = () => readFileSync(file, 'utf8')

export function readClicks(): ReadonlyMap<string, number> {
  const rows = readPage().matchAll(/^\| ([^|]+) \| (\d+) \|$/gm)
  return new Map([...rows].map(([, task = '', presses]) => [task, Number(presses)]))
}
