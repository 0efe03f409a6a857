import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Command, CommandKind, commandHours, mayLock } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { deviceOfPerson, mustManage } from './devicesOf.ts'
import { text } from '../../i18n/text.ts'

const CommandRow = z.object({
  id: z.string(),
  kind: CommandKind,
  text: z.nullable(z.string()),
  name: z.nullable(z.string()),
  asked: z.string(),
  delivered: z.nullable(z.string()),
  done: z.nullable(z.string()),
  failed: z.nullable(z.string()),
  old: z.boolean(),
})
type CommandRow = z.infer<typeof CommandRow>

function stateOf({ done, failed, delivered, old }: CommandRow): Command['state'] {
  if (done !== null) return 'done'
  if (failed !== null) return 'failed'
  if (delivered !== null) return 'delivered'
  return old ? 'expired' : 'asked'
}

const commandOf = (row: CommandRow): Command => ({
  id: row.id,
  kind: row.kind,
  ...(row.text !== null && { text: row.text }),
  state: stateOf(row),
  askedBy: row.name ?? '',
  askedAt: new Date(row.asked).toISOString(),
  ...(row.delivered !== null && { deliveredAt: new Date(row.delivered).toISOString() }),
  ...(row.done !== null && { doneAt: new Date(row.done).toISOString() }),
  ...(row.failed !== null && { failed: row.failed }),
})

const commandColumns = sql`c.id, c.kind, c.text, p.name, to_json(c.asked_at) #>> '{}' as asked, to_json(c.delivered_at) #>> '{}' as delivered,
  to_json(c.done_at) #>> '{}' as done, c.failed, c.asked_at < now() - make_interval(hours => ${commandHours}) as old`

/** Returns the commands for a device, newest first. The caller has checked the permission. */
export async function commandsOf(app: App, device: string): Promise<Command[]> {
  const found = await rows(
    app.storage.db,
    CommandRow,
    sql`select ${commandColumns} from device_commands c left join people p on p.uid = c.asked_by
        where c.device = ${device} order by c.asked_at desc, c.id limit 20`,
  )
  return found.map(commandOf)
}

interface Asked {
  readonly device: string
  readonly id: string
  readonly kind: CommandKind
  readonly text?: string | undefined
}

/** Stores a command for a device. Idempotent by id. Throws Refused. */
export async function askDevice(app: App, me: Person, { device, id, kind, text: message }: Asked): Promise<Command> {
  if ((kind === 'message') !== (message !== undefined))
    throw new Refused(400, 'INVALID', kind === 'message' ? text('A message needs a text.') : text('Only a message has a text.'))
  const { versionCode, revokedAt } = await deviceOfPerson(app, me, device)
  if (revokedAt !== undefined) throw new Refused(409, 'INVALID', text('This device was taken out of the account.'))
  if ((kind === 'lock' || kind === 'unlock') && !mayLock(versionCode))
    throw new Refused(400, 'INVALID', text('The app on this device is too old to be locked. Please update it first.'))
  const [made] = await app.storage.transaction(async (tx) => {
    await mustManage(tx, me, device)
    await tx.execute(
      sql`insert into device_commands (id, device, kind, text, asked_by) values (${id}, ${device}, ${kind}, ${message ?? null}, ${me.uid})
          on conflict (id) do nothing`,
    )
    return await rows(
      tx,
      CommandRow,
      sql`select ${commandColumns} from device_commands c left join people p on p.uid = c.asked_by where c.id = ${id} and c.device = ${device}`,
    )
  })
  if (!made) throw new Refused(422, 'key_reused', text('This id belongs to something else.'))
  return commandOf(made)
}
