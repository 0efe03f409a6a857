import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WayRow } from '../harness/walk.ts'

const file = path.resolve(import.meta.dirname, '../../docs/ways-in.md')
const arrow = ' › '
const start = 'the start page'

const head = `# Ways in

Every address of the app, and the controls that lead there from the start page of each role. The tables are from
the company of the demo. \`e2e/crawl/ways-in.spec.ts\` presses all of them in a browser, and compares the addresses with
the router of the app. \`PRINT=1 npx playwright test e2e/crawl\` searches for the ways again and writes this page.
\`…\` replaces figures and dates, \`#2\` means the second control of a name. Ways that exist only at some hours of the day
are left out.
`

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Reasons why an address has no way from a start page, by address. */
export type Reasons = Readonly<Record<string, string>>

export interface WaysDocument {
  /** By title of the role. */
  readonly roles: ReadonlyMap<string, readonly WayRow[]>
  readonly others: ReadonlyMap<string, string>
}

export function writeWays(roles: ReadonlyMap<string, readonly WayRow[]>, others: Reasons): void {
  const parts = [...roles].map(([title, rows]) => {
    const sorted = [...rows].sort((a, b) => (a.kind < b.kind ? -1 : 1))
    const cells = sorted.map(({ kind, path: names }) => [`\`${kind}\``, names.length === 0 ? start : names.join(arrow)])
    return `## ${title}\n\n${tableOf(['address', 'way'], cells)}\n`
  })
  const rest = Object.entries(others).map(([kind, reason]) => [`\`${kind}\``, reason])
  parts.push(`## Addresses with another way in\n\n${tableOf(['address', 'reason'], rest)}\n`)
  writeFileSync(file, [head, ...parts].join('\n'))
}

export function readWays(): WaysDocument {
  const roles = new Map<string, readonly WayRow[]>()
  const others = new Map<string, string>()
  for (const part of readFileSync(file, 'utf8').split(/^## /m).slice(1)) {
    const [title = '', ...lines] = part.split('\n')
    const rows = lines.flatMap((line) => {
      const [, kind, text] = /^\| `([^`]+)` \| (.*) \|$/.exec(line) ?? []
      return kind !== undefined && text !== undefined ? [{ kind, text }] : []
    })
    if (title === 'Addresses with another way in') for (const { kind, text } of rows) others.set(kind, text)
    else
      roles.set(
        title,
        rows.map(({ kind, text }) => ({ kind, path: text === start ? [] : text.split(arrow) })),
      )
  }
  return { roles, others }
}
