import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Acknowledgement, CommandKind, commandHours, type DeviceFacts } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { addressGroup, countAgainst, type Limit } from '../limits/limits.ts'
import { openCode } from './makeCode.ts'
import { sha256 } from './joinAccount.ts'
import { text } from '../../i18n/text.ts'

/** The tablets of a site gate share one address. Each reports every three minutes. */
const reports: Limit = { name: 'device-ping', most: 3000, withinSeconds: 600 }
const codes: Limit = { name: 'device-code', most: 120, withinSeconds: 600 }

interface Report {
  readonly device: string
  readonly deviceKey?: string | undefined
  readonly address: string
  readonly token: string
  readonly versionCode: number
  readonly now: string
  readonly locked: boolean
  readonly facts: DeviceFacts
  readonly acks: readonly Acknowledgement[]
}

export interface Given {
  readonly registered: boolean
  readonly name?: string
  readonly commands: { id: string; kind: CommandKind; text?: string }[]
}

const NameRow = z.object({ name: z.string() })

const CommandRow = z.object({ id: z.string(), kind: CommandKind, text: z.nullable(z.string()) })

/**
 * Stores a report and returns the commands for the device. A device that was removed from the account learns
 * only that.
 */
export async function takeReport(app: App, report: Report): Promise<Given> {
  const { device, deviceKey, token, address } = report
  await countAgainst(app, reports, addressGroup(address))
  const skewMs = Date.now() - Date.parse(report.now)
  const { kiosk, ...facts } = report.facts
  return await app.storage.transaction(async (tx) => {
    // A device may report the id of its own kiosk only.
    const own = kiosk === undefined ? [] : await rows(tx, sql`select 1 from kiosk_devices where uid = ${kiosk} and device = ${device}`)
    const told = { ...facts, ...(own.length > 0 && { kiosk }), skewMs }
    const [known] = await rows(
      tx,
      NameRow,
      sql`update devices set last_ping = now(), version_code = ${report.versionCode}, locked = ${report.locked}, silence_told_at = null,
            facts = ${JSON.stringify(told)}::jsonb, device_key = coalesce(device_key, ${deviceKey === undefined ? null : sha256(deviceKey)})
          where id = ${device} and token_sha256 = ${sha256(token)} and revoked_at is null and not deleted returning name`,
    )
    if (!known) return { registered: false, commands: [] }
    for (const { id, state, reason } of report.acks) {
      await tx.execute(
        sql`update device_commands set delivered_at = coalesce(delivered_at, now()),
              done_at = case when ${state} = 'done' then coalesce(done_at, now()) else done_at end,
              failed = case when ${state} = 'failed' and done_at is null then ${reason ?? 'failed'} else failed end
            where id = ${id} and device = ${device}`,
      )
    }
    const open = await rows(
      tx,
      CommandRow,
      sql`select id, kind, text from device_commands where device = ${device} and done_at is null and failed is null
            and (delivered_at is not null or asked_at > now() - make_interval(hours => ${commandHours})) order by asked_at, id limit 20`,
    )
    return {
      registered: true,
      name: known.name,
      commands: open.map(({ id, kind, text }) => ({ id, kind, ...(text !== null && { text }) })),
    }
  })
}

/**
 * Returns the action of a code for a device that cannot verify signatures. Throws Refused for a code of
 * another device.
 */
export async function checkCode(
  app: App,
  { device, token, code, address }: { device: string; token: string; code: string; address: string },
): Promise<{ content: 'lock' | 'unlock' }> {
  await countAgainst(app, codes, addressGroup(address))
  const content = openCode(app, code)
  const known = await rows(
    app.storage.db,
    sql`select 1 from devices where id = ${device} and token_sha256 = ${sha256(token)} and revoked_at is null and not deleted`,
  )
  if (known.length === 0 || content.for === 'register' || content.device !== device)
    throw new Refused(403, 'FORBIDDEN', text('This code is for another device.'))
  return { content: content.for }
}
