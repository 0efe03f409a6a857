import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import { may } from '../../../contract/rules/permissions.ts'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { projectOr404 } from './listProjects.ts'
import { archiveBots } from './writeProject.ts'
import { text } from '../../i18n/text.ts'

const ArchivedRow = z.object({ archived: z.boolean() })

/** Archives a project and stops its bots; it is read-only until it is restored. Throws Refused. */
export async function archiveProject({ storage }: App, me: Person, id: string): Promise<{ success: boolean; error?: string }> {
  if (id === privateTeam) throw new Refused(403, 'FORBIDDEN', text('It is your private project.'))
  return storage.transaction(async (tx) => {
    const project = await projectOr404(tx, me, id)
    if (!may(project.role ?? undefined, 'team.manage')) throw new Refused(403, 'FORBIDDEN', text('You may not do that here.'))
    const [row] = await rows(tx, ArchivedRow, sql`select archived from teams where id = ${id} for update`)
    if (row?.archived) return { success: true }
    await tx.execute(sql`update teams set archived = true, rev = rev + 1 where id = ${id}`)
    await archiveBots(tx, id)
    return { success: true }
  })
}
