import type { Answered } from './askRights.ts'
import { type Role, roles, roleWords } from './callers.ts'
import { type Row, rightsRows } from './rightsRows.ts'
import { places } from './site.ts'

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

function cellOf(row: Row, answers: readonly Answered[]): string {
  const allowed = answers.filter(({ allowed: is }) => is)
  if (allowed.length === 0) return '–'
  if (row.of === 'self') return 'own'
  if (row.of === 'nothing' || allowed.length === places.length) return '✓'
  const reached = allowed.map(({ place }) => place)
  return sameSet(reached, answers[0]?.home ?? []) ? 'own' : reached.join(', ')
}

/** The table of docs/security.md: endpoint × role. */
export function rightsTable(answers: readonly Answered[]): string {
  const byCell = new Map<string, Answered[]>()
  const key = (row: Row, role: Role) => `${rightsRows.indexOf(row)} ${role}`
  for (const answer of answers) {
    const at = key(answer.row, answer.role)
    byCell.set(at, [...(byCell.get(at) ?? []), answer])
  }
  const sorted = [...rightsRows].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : pathOf(a) > pathOf(b) ? 1 : 0))
  const lines = sorted.map((row) => {
    const name = `\`${row.call}\`${row.about ? ` ${row.about}` : ''}`
    return `| ${name} | ${roles.map((role) => cellOf(row, byCell.get(key(row, role)) ?? [])).join(' | ')} |`
  })
  const open = sorted.flatMap(({ call, open: why }) => (why ? [`- \`${call}\`: ${why}.`] : []))
  return [
    '| role | who |',
    '|---|---|',
    ...roles.map((role) => `| ${role} | ${roleWords[role]} |`),
    '',
    `| endpoint | ${roles.join(' | ')} |`,
    `|---|${roles.map(() => ':-:').join('|')}|`,
    ...lines,
    '',
    'Endpoints that show something of a project to callers who do not belong to it:',
    '',
    ...open,
  ].join('\n')
}

const pathOf = ({ call }: Row) => call.split(' ').reverse().join(' ')
