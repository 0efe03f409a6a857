import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { BillingRole } from '../../../contract/endpoints/billing/billing.ts'
import { beatSeconds, type Device, DeviceFacts } from '../../../contract/endpoints/devices.ts'
import { Refused } from '../../../contract/Refused.ts'
import { mayBilling } from '../../../contract/rules/permissions.ts'
import { type Database, rows, type Transaction } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Person } from '../sign-in/person.ts'
import { text } from '../../i18n/text.ts'

export const DeviceRow = z.object({
  key: z.string(),
  name: z.string(),
  shortId: z.string(),
  versionCode: z.union([z.number(), z.string()]),
  lastPing: z.nullable(z.string()),
  billing: z.string(),
  billingName: z.string(),
  role: BillingRole,
  rev: z.number(),
  locked: z.boolean(),
  revokedAt: z.nullable(z.string()),
  alertHours: z.number(),
  told: z.boolean(),
  registeredAt: z.string(),
  registeredBy: z.nullable(z.string()),
  facts: z.record(z.string(), z.unknown()),
})
export type DeviceRow = z.infer<typeof DeviceRow>

const time = (column: string) => sql.raw(`to_json(${column}) #>> '{}'`)

const columns = sql`d.id as key, d.name, d.short_id as "shortId", d.version_code as "versionCode", ${time('d.last_ping')} as "lastPing",
  d.billing, b.name as "billingName", m.role, d.rev, d.locked, ${time('d.revoked_at')} as "revokedAt", d.alert_hours as "alertHours",
  d.silence_told_at is not null as told, ${time('d.registered_at')} as "registeredAt", p.name as "registeredBy", d.facts`

const from = (uid: string) => sql`from devices d join billing_accounts b on b.id = d.billing and not b.deleted
  join billing_members m on m.billing = d.billing and m.uid = ${uid} left join people p on p.uid = d.registered_by`

const iso = (at: string) => new Date(at).toISOString()

/** After three missed reports the device is off or has no connection. */
const silentAfterMs = 3 * beatSeconds * 1000

const deviceOf = (row: DeviceRow, current: ReadonlyMap<string, FormNow>): Device => {
  const { skewMs, ...told } = row.facts
  const read = DeviceFacts.safeParse(told)
  const facts = read.success
    ? {
        ...read.data,
        forms: read.data.forms.map(({ key, version }) => {
          const now = current.get(key)
          return { key, version, ...(now && { name: now.name, current: now.version === version }) }
        }),
      }
    : undefined
  return {
    key: row.key,
    name: row.name,
    shortId: row.shortId,
    versionCode: Number(row.versionCode),
    lastPing: iso(row.lastPing ?? row.registeredAt),
    billingAccount: { id: row.billing, name: row.billingName },
    rev: row.rev,
    mayManage: mayBilling(row.role, 'device.manage'),
    locked: row.locked,
    ...(row.revokedAt !== null && { revokedAt: iso(row.revokedAt) }),
    alertHours: row.alertHours,
    silent: row.revokedAt === null && Date.now() - Date.parse(row.lastPing ?? row.registeredAt) > silentAfterMs,
    registeredAt: iso(row.registeredAt),
    ...(row.registeredBy !== null && { registeredBy: row.registeredBy }),
    skewMs: Number(skewMs ?? 0),
    ...(facts && { facts }),
  }
}

const FormNow = z.object({ key: z.string(), name: z.string(), version: z.string() })
type FormNow = Readonly<z.infer<typeof FormNow>>

async function formsNow(db: Database, found: readonly DeviceRow[]): Promise<ReadonlyMap<string, FormNow>> {
  const keys = [...new Set(found.flatMap(({ facts }) => ((facts['forms'] ?? []) as { key: string }[]).map(({ key }) => key)))]
  if (keys.length === 0) return new Map()
  const forms = await rows(
    db,
    FormNow,
    sql`select key, coalesce(settings ->> 'name', key) as name, version from forms
        where key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
  )
  return new Map(forms.map((form) => [form.key, form]))
}

/** Returns the devices of the person's billing accounts that have reported, by name. */
export async function devicesOf({ storage: { db } }: App, me: Person): Promise<Device[]> {
  const found = await rows(
    db,
    DeviceRow,
    sql`select ${columns} ${from(me.uid)} where not d.deleted and d.last_ping is not null order by lower(d.name), d.id limit 2000`,
  )
  const current = await formsNow(db, found)
  return found.map((row) => deviceOf(row, current))
}

export const noSuchDevice = () => new Refused(404, 'NOT_FOUND', text('There is no such device in your billing accounts.'))

export async function deviceOfPerson({ storage: { db } }: App, me: Person, key: string): Promise<Device> {
  const found = await rows(db, DeviceRow, sql`select ${columns} ${from(me.uid)} where not d.deleted and d.id = ${key}`)
  const [row] = found
  if (!row) throw noSuchDevice()
  return deviceOf(row, await formsNow(db, found))
}

const ManagedRow = z.object({ billing: z.string(), rev: z.number(), role: BillingRole })

/** Locks the row of the device. Throws Refused if the person may not manage it. */
export async function mustManage(db: Database | Transaction, me: Person, key: string): Promise<{ billing: string; rev: number }> {
  const [row] = await rows(
    db,
    ManagedRow,
    sql`select d.billing, d.rev, m.role ${from(me.uid)} where not d.deleted and d.id = ${key} for update of d`,
  )
  if (!row) throw noSuchDevice()
  if (!mayBilling(row.role, 'device.manage'))
    throw new Refused(403, 'FORBIDDEN', text('Only Owners and Administrators of the billing account may change its devices.'))
  return row
}
