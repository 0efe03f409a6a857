import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { privateSpace, privateTeam } from '../../../contract/endpoints/projects.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'

/** A bot as other folders use it. */
export const Bot = z.object({
  id: z.string(),
  team: z.string(),
  owner: z.string(),
  class: z.string(),
  title: z.string(),
  /** The key of the form that the bot fills. */
  form: z.nullable(z.string()),
  site: z.nullable(z.string()),
  parent: z.nullable(z.string()),
  demo: z.boolean(),
  disabled: z.boolean(),
  archived: z.boolean(),
  rev: z.number(),
  model: z.record(z.string(), z.unknown()),
})
export type Bot = Readonly<z.infer<typeof Bot>>

/** Returns the tenant of the form of a bot: its project, or the private space of its owner. */
export const formTeamOf = ({ team, owner }: Pick<Bot, 'team' | 'owner'>): string => (team === privateTeam ? privateSpace(owner) : team)

const botColumns = sql`a.id, a.team, a.owner, a.class, a.title, a.form, a.site, a.parent, a.demo, a.disabled, a.archived, a.rev, a.model`

/** Returns undefined if the bot does not exist or was deleted. */
export async function botById(db: Database | Transaction, id: string): Promise<Bot | undefined> {
  return (await rows(db, Bot, sql`select ${botColumns} from automations a where a.id = ${id} and not a.deleted`))[0]
}
