import { sql } from 'drizzle-orm'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/** A bot as other folders use it. */
export interface Bot {
  readonly id: string
  readonly team: string
  readonly owner: string
  readonly class: string
  readonly title: string
  /** The key of the form that the bot fills. */
  readonly form: string | null
  readonly site: string | null
  readonly parent: string | null
  readonly demo: boolean
  readonly disabled: boolean
  readonly archived: boolean
  readonly rev: number
  readonly model: Readonly<Record<string, unknown>>
}

const botColumns = sql`a.id, a.team, a.owner, a.class, a.title, a.form, a.site, a.parent, a.demo, a.disabled, a.archived, a.rev, a.model`

/** Returns undefined if the bot does not exist or was deleted. */
export async function botById(db: Database | Transaction, id: string): Promise<Bot | undefined> {
  return (await rows<Bot>(db, sql`select ${botColumns} from automations a where a.id = ${id} and not a.deleted`))[0]
}
