import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type Muster, type OnRoll, tallyOf } from '../../../contract/endpoints/muster.ts'
import { pageSize, type PdfPage, type RuleLine, standardText, type TextLine, textPdf } from '../../pdf/textPdf.ts'
import { lasted, stateNames } from './clockTime.ts'
import { drawnText } from '../../ui/drawnText.ts'

export interface Report {
  readonly title: string
  /** Name and value, in reading order. */
  readonly facts: readonly (readonly [string, string])[]
  readonly groups: readonly { readonly title: string; readonly rows: readonly (readonly string[])[] }[]
  readonly columns: readonly string[]
}

/**
 * Returns the report of a roll call: who raised it, who helped, how long it took, and all people on it, those
 * not accounted for first.
 */
export function musterReport(
  i18n: I18n,
  { muster, roll, project, site, now }: { muster: Muster; roll: readonly OnRoll[]; project: string; site: string; now: number },
): Report {
  const tally = tallyOf(roll)
  const when = (at: number) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })
  const { startedAt, endedAt, startedBy, endedBy, wardens } = muster
  const by = (at: number, name: string | undefined) => (name ? t`${when(at)} by ${name}` : when(at))
  const rowOf = (one: OnRoll): string[] => {
    const { word, signedOut, conflict } = one
    const said = (state: OnRoll['state'], name: string | undefined, at: number) =>
      [i18n._(stateNames[state]), name, i18n.date(new Date(at), { timeStyle: 'medium' })].filter(Boolean).join(', ')
    const latest = () => {
      if (signedOut !== undefined) return t`Signed out at the gate, ${i18n.date(new Date(signedOut), { timeStyle: 'medium' })}`
      return word ? said(word.state, word.byName, word.at) : i18n._(stateNames.waiting)
    }
    const others = conflict.slice(1).map(({ state, byName, at }) => said(state, byName, at))
    return [one.name, one.company ?? '', [latest(), ...others].join(' / ')]
  }
  const group = (title: string, states: readonly OnRoll['state'][]) => {
    const rows = roll.filter(({ state }) => states.includes(state)).map(rowOf)
    return rows.length > 0 ? [{ title: `${title} (${rows.length})`, rows }] : []
  }
  return {
    title: muster.drill ? t`Muster drill report` : t`Emergency muster report`,
    facts: [
      [t`Project`, project],
      ...(site ? [[t`Site`, site] as const] : []),
      [t`Started`, by(startedAt, startedBy)],
      [t`Ended`, endedAt === undefined ? t`Not ended yet` : by(endedAt, endedBy)],
      [t`Duration`, lasted((endedAt ?? now) - startedAt)],
      [t`Wardens`, wardens.join(', ')],
      [t`Accounted for`, t`${tally.safe + tally.left} of ${tally.total}`],
      [t`Unaccounted for`, String(tally.missing + tally.waiting)],
      [t`Report made`, when(now)],
    ],
    columns: [t`Name`, t`Company`, t`Last word`],
    groups: [
      ...group(t`Unaccounted for`, ['missing', 'waiting']),
      ...group(i18n._(stateNames.safe), ['safe']),
      ...group(i18n._(stateNames.left), ['left']),
    ],
  }
}

const margin = 48
const columnsAt = [margin, 200, 330] as const
const line = 16

function lineOf(one: TextLine): TextLine {
  const text = standardText(one.text)
  return text === undefined ? { ...one, drawing: drawnText(one) } : { ...one, text }
}

/** Returns the report as a PDF, made on the device. */
export function reportPdf(report: Report, pageWords: (page: number, pages: number) => string): Uint8Array<ArrayBuffer> {
  const pages: { lines: TextLine[]; rules: RuleLine[] }[] = [{ lines: [], rules: [] }]
  let y = margin + 12
  const page = () => pages.at(-1) as { lines: TextLine[]; rules: RuleLine[] }
  const need = (height: number) => {
    if (y + height <= pageSize.height - margin) return
    pages.push({ lines: [], rules: [] })
    y = margin + 12
  }
  const write = (text: string, x: number, size: number, bold = false, width = pageSize.width - margin - x) =>
    page().lines.push(lineOf({ x, y, size, text, bold, width }))
  write(report.title, margin, 20, true)
  y += 30
  for (const [name, value] of report.facts) {
    need(line)
    write(name, margin, 10, true, 120)
    write(value, margin + 130, 10)
    y += line
  }
  for (const { title, rows } of report.groups) {
    need(line * 4)
    y += line
    write(title, margin, 13, true)
    y += line * 1.2
    for (const [n, name] of report.columns.entries()) write(name, columnsAt[n] ?? margin, 9, true)
    y += 5
    page().rules.push({ y, from: margin, to: pageSize.width - margin })
    y += 13
    for (const row of rows) {
      need(line)
      for (const [n, text] of row.entries()) {
        const x = columnsAt[n] ?? margin
        write(text, x, 10, n === 0, (columnsAt[n + 1] ?? pageSize.width - margin) - x - 6)
      }
      y += line
    }
  }
  const made: PdfPage[] = pages.map(({ lines, rules }, n) => ({
    rules,
    lines: [...lines, lineOf({ x: margin, y: pageSize.height - 24, size: 8, text: pageWords(n + 1, pages.length) })],
  }))
  return textPdf({ title: report.title, pages: made })
}
