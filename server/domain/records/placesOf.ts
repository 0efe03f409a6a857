import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import { isRaw, listIn, type Raw } from '../../../contract/forms/isRaw.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { Calculation } from './workedOutAgain.ts'

const SettingsRow = z.object({ settings: z.unknown() })

interface Places {
  readonly whole: Set<string>
  readonly workedOut: Set<string>
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
  const places: Places = { whole, workedOut, calculations, attributes }
  notePlaces(places, settings?.children)
  if (form && !attributes.has('title')) workedOut.add('title')
  return places
}

/** Notes the fields among these nodes, also those inside groups. */
function notePlaces(places: Places, nodes: unknown): void {
  for (const node of listIn(nodes)) {
    if (!isRaw(node)) continue
    notePlaces(places, node['children'])
    if (typeof node['attribute'] === 'string') noteField(places, node, node['attribute'])
  }
}

function noteField({ whole, workedOut, calculations, attributes }: Places, node: Raw, attribute: string): void {
  attributes.add(attribute)
  const { isOneValue, isDerived, wholeItems, derived } = settingsOf(node['type']) ?? {}
  // An execution form stores its answers one level deeper (decision OQ-022).
  for (const place of [attribute, `model.${attribute}`]) {
    if (isOneValue?.(node)) whole.add(place)
    if (isDerived) workedOut.add(place)
    for (const name of wholeItems?.(node) ?? []) whole.add(`${place}.${name}`)
  }
  if (isDerived && typeof node['value'] === 'string') calculations.push([attribute, node['value']])
  for (const [beside, source] of Object.entries(derived?.(node) ?? {})) {
    workedOut.add(beside).add(`model.${beside}`)
    attributes.add(beside)
    calculations.push([beside, source])
  }
}
