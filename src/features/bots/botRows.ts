import type { BotRow } from '../../../contract/bots.ts'
import { privateTeam, type ProjectMember } from '../../../contract/projects.ts'
import type { Model } from '../../../contract/records.ts'

/** A bot with a change of one's own that waits laid over it; undefined for one that has left the list. */
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
  /** Absent: can't be chosen. */
  readonly uid?: string | undefined
}

/** Who may own a bot of a project; a name that says nothing gives way to the address. */
export function ownerChoices(members: readonly ProjectMember[]): readonly OwnerChoice[] {
  return members
    .filter(({ status }) => status !== 'Worker' && status !== 'Deleted')
    .map(({ key, uid, name, email }) => ({ key, uid, label: name.trim() === '' || name === '-' ? (email ?? key) : name }))
}
