import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { Raw } from '../../../contract/forms/isRaw.ts'
import type { MergeOptions } from '../../../contract/rules/merge.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { Calculation } from './workedOutAgain.ts'

const SettingsRow = z.object({ settings: z.unknown() })

interface Places extends Required<Pick<MergeOptions, 'whole' | 'workedOut'>> {
  readonly calculations: Calculation[]
  /** Every attribute of the form. */
  readonly attributes: Set<string>
}

/**
 * Returns the merge options that the form of a record defines: lists that are one value, and values that no
 * person typed. The app derives the title, unless the form asks for it.
 */
export async function placesOf(db: Database | Transaction, path: string): Promise<Places> {
  const whole = new Set<string>()
  const workedOut = new Set<string>()
  const calculations: Calculation[] = []
  const attributes = new Set<string>()
  const [area, key] = path.split('/')
  if (area !== 'forms' || key === undefined) return { whole, workedOut, calculations, attributes }
  const [form] = await rows(db, SettingsRow, sql`select settings from forms where key = ${key}`)
  const settings = fromJson(form?.settings) as { children?: unknown } | undefined
  let asksTitle = false
  const visit = (nodes: unknown) => {
    if (!Array.isArray(nodes)) return
    for (const node of nodes as (Raw | null)[]) {
      if (typeof node !== 'object' || node === null) continue
      const { type, attribute, children } = node
      visit(children)
      if (typeof attribute !== 'string') continue
      if (attribute === 'title') asksTitle = true
      attributes.add(attribute)
      const definition = settingsOf(type)
      // An execution form stores its answers one level deeper (decision OQ-022).
      for (const place of [attribute, `model.${attribute}`]) {
        if (definition?.isOneValue?.(node)) whole.add(place)
        if (definition?.isDerived) workedOut.add(place)
        for (const name of definition?.wholeItems?.(node) ?? []) whole.add(`${place}.${name}`)
      }
      if (definition?.isDerived && typeof node['value'] === 'string') calculations.push([attribute, node['value']])
      for (const [derived, source] of Object.entries(definition?.derived?.(node) ?? {})) {
        workedOut.add(derived).add(`model.${derived}`)
        attributes.add(derived)
        calculations.push([derived, source])
      }
    }
  }
  visit(settings?.children)
  if (form && !asksTitle) workedOut.add('title')
  return { whole, workedOut, calculations, attributes }
}
