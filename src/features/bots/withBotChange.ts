import type { BotRow } from '../../../contract/endpoints/bots.ts'
import { privateTeam, type ProjectMember } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'

/** Returns a bot with the person's pending change applied; undefined if the bot has left the list. */
export function withBotChange(
  row: BotRow | undefined,
  payload: Model,
  archivedList: boolean,
  team: string | undefined,
): BotRow | undefined {
  if (!row) return undefined
  const archived = typeof payload['archived'] === 'boolean' ? payload['archived'] : row.archived
  const moved = 'team' in payload ? ((payload['team'] as string | null) ?? privateTeam) : row.team
  if (archived !== archivedList || (team !== undefined && moved !== team)) return undefined
  return {
    ...row,
    archived,
    team: moved,
    ...(typeof payload['disabled'] === 'boolean' && { disabled: payload['disabled'] }),
    ...(typeof payload['title'] === 'string' && { title: payload['title'], name: payload['title'] }),
  }
}

export interface OwnerChoice {
  readonly key: string
  readonly label: string
  /** Undefined: it can't be chosen. */
  readonly uid?: string | undefined
}

/**
 * Returns the possible owners of a bot in a project; a name without information is replaced by the email
 * address.
 */
export function ownerChoices(members: readonly ProjectMember[]): readonly OwnerChoice[] {
  return members
    .filter(({ status }) => status !== 'Worker' && status !== 'Deleted')
    .map(({ key, uid, name, email }) => ({ key, uid, label: name.trim() === '' || name === '-' ? (email ?? key) : name }))
}
