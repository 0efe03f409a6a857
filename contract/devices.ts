import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './records.ts'

/** Devices from this version of the app on understand codes that lock and unlock them (spec/3 §9). */
export const lockableFrom = 156_051_062

/** What this app reports as its own; raised whenever it learns something that older devices cannot do. */
export const appVersionCode = 156_060_001

export const mayLock = (versionCode: number): boolean => versionCode >= lockableFrom

/** Minutes for which a code that locks or unlocks may be scanned (decision OQ-138), and the most. */
export const codeMinutes = 60
export const mostCodeMinutes = 24 * 60

/** Seconds between two reports of a device. */
export const beatSeconds = 180

/** A command that no device has taken after so many hours is withdrawn: nobody wants Monday's restart on Thursday. */
export const commandHours = 24

/** What somebody may ask a device to do from afar. `unlock` takes a lock back. */
export const commandKinds = ['refresh', 'message', 'restart', 'lock', 'unlock', 're-pair'] as const
export const CommandKind = z.enum(commandKinds)
export type CommandKind = z.output<typeof CommandKind>

const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, 'expected a time like 2026-05-04T06:45:00.000Z'))
const Count = z.number().check(z.int(), z.minimum(0))

/** A form that the device keeps, by its version. `current`: the one that everybody gets now. */
export const KeptForm = z.object({
  key: z.string(),
  name: z.optional(z.string()),
  version: z.string(),
  current: z.optional(z.boolean()),
})

/** What a device says of itself. What its browser does not tell is left out. */
export const DeviceFacts = z.object({
  /** Version of the app. */
  app: z.string().check(z.maxLength(40)),
  forms: z.array(KeptForm).check(z.maxLength(20)),
  battery: z.optional(z.object({ percent: z.number().check(z.minimum(0), z.maximum(100)), charging: z.boolean() })),
  /** Bytes. */
  storage: z.optional(z.object({ used: Count, quota: Count })),
  /** Saves that have not left the device; `oldest` is when the first was made. */
  unsent: z.object({ count: Count, oldest: z.optional(Time) }),
  timezone: z.optional(z.string().check(z.maxLength(60))),
  /** What is on its screen. */
  at: z.enum(['kiosk', 'app']),
  /** What it acts as where it is a kiosk (contract/kiosk.ts). */
  kiosk: z.optional(z.string().check(z.regex(/^kiosk\.[A-Za-z0-9]{20}$/))),
})
export type DeviceFacts = z.output<typeof DeviceFacts>

export const Device = z.object({
  /** The device's own id. */
  key: z.string(),
  name: z.string(),
  /** Six letters and digits that people read out. */
  shortId: z.string(),
  versionCode: z.number(),
  /** ISO 8601, the server's clock. */
  lastPing: z.string(),
  billingAccount: z.object({ id: z.string(), name: z.string() }),
  rev: z.number(),
  /** May this person rename it, ask it to do things and take it out? */
  mayManage: z.boolean(),
  locked: z.boolean(),
  revokedAt: z.optional(z.string()),
  /** Working hours without a word after which the account's administrators are told; 0 never. */
  alertHours: z.number(),
  silent: z.boolean(),
  registeredAt: z.string(),
  registeredBy: z.optional(z.string()),
  /** The server's clock minus the device's, ms. */
  skewMs: z.number(),
  facts: z.optional(DeviceFacts),
})
export type Device = z.output<typeof Device>

/** The devices of the billing accounts that this person belongs to, by name; those that have reported at least once. */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/device/list',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ devices: z.array(Device) }),
})

/** expired: no device took it in time. */
export const CommandState = z.enum(['asked', 'delivered', 'done', 'failed', 'expired'])

export const Command = z.object({
  id: z.string(),
  kind: CommandKind,
  text: z.optional(z.string()),
  state: CommandState,
  askedBy: z.string(),
  askedAt: z.string(),
  deliveredAt: z.optional(z.string()),
  doneAt: z.optional(z.string()),
  failed: z.optional(z.string()),
})
export type Command = z.output<typeof Command>

const OfDevice = z.object({ device: Id })

/** One device with what it was asked to do, newest first, at most 20. */
export const deviceDetail = endpoint({
  method: 'GET',
  path: '/api/devices/:device',
  whenOffline: 'cached',
  access: 'signedIn',
  params: OfDevice,
  answer: z.object({ device: Device, commands: z.array(Command) }),
})

export const longestDeviceMessage = 300

/** Asks a device to do something; the same `id` again is the same command. It hears of it with its next report. */
export const commandDevice = endpoint({
  method: 'POST',
  path: '/api/devices/:device/commands',
  whenOffline: 'refused',
  access: 'signedIn',
  params: OfDevice,
  body: z.object({
    id: Id,
    kind: CommandKind,
    text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(longestDeviceMessage))),
  }),
  answer: z.object({ command: Command }),
})

/** A code with which one device joins a billing account, for a quarter of an hour. */
export const registrationMinutes = 15

export const deviceTicket = endpoint({
  method: 'POST',
  path: '/api/device/ticket',
  whenOffline: 'refused',
  access: 'signedIn',
  body: z.object({ billing: z.string().check(z.maxLength(60)) }),
  answer: z.object({ shortId: z.string(), url: z.string(), expiresAt: z.string() }),
})

export const longestDeviceName = 60
const DeviceName = z.string().check(z.trim(), z.minLength(1, 'expected a name'), z.maxLength(longestDeviceName))

/** What `PATCH /api/data/devices/{key}` takes: any of these. `revoked` takes a stolen device out at once, `deleted` out of the list, too. */
export const DeviceChange = z.strictObject({
  name: z.optional(DeviceName),
  alertHours: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(72))),
  revoked: z.optional(z.literal(true)),
  deleted: z.optional(z.literal(true)),
})

/**
 * Sent by the device that scanned the code, with its key (deviceKey.ts): its place in the account, and the token that it reports with. A device of an
 * account changes to another one with that key, or with the token that it reports with.
 */
export const registerDevice = endpoint({
  method: 'POST',
  path: '/api/device/register',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ code: z.string().check(z.maxLength(1000)), name: DeviceName, token: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({
    token: z.string(),
    name: z.string(),
    shortId: z.string(),
    account: z.string(),
    /** With which the device checks codes that lock and unlock it, base64url of an uncompressed point of P-256. */
    verifyKey: z.string(),
  }),
})

/** For devices whose browser checks no signatures: what a code that locks or unlocks asks of this one. */
export const checkDeviceCode = endpoint({
  method: 'POST',
  path: '/api/device/code',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(100)), code: z.string().check(z.maxLength(1000)) }),
  answer: z.object({ content: z.enum(['lock', 'unlock']) }),
})

export const Acknowledgement = z.object({
  id: Id,
  state: z.enum(['delivered', 'done', 'failed']),
  reason: z.optional(z.string().check(z.maxLength(200))),
})
export type Acknowledgement = z.output<typeof Acknowledgement>

/** A device's report, and what it has done since the last one. `now` is its own clock. */
export const pingDevice = endpoint({
  method: 'POST',
  path: '/api/device/ping',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({
    token: z.string().check(z.maxLength(100)),
    versionCode: z.number().check(z.int(), z.minimum(0)),
    now: Time,
    locked: z.boolean(),
    facts: DeviceFacts,
    acks: z.array(Acknowledgement).check(z.maxLength(50)),
  }),
  /** Not registered: taken out of the account, or never in it; the device forgets what it was given. */
  answer: z.object({
    registered: z.boolean(),
    name: z.optional(z.string()),
    commands: z.array(z.object({ id: z.string(), kind: CommandKind, text: z.optional(z.string()) })),
  }),
})

/** What a code may be for: `page` leads to the device's page in the console, the others are done by the device that scans them. */
export const DeviceQr = z.object({
  billing: z.string().check(z.maxLength(60)),
  content: z.optional(z.enum(['lock', 'unlock', 'page'])),
  /** Minutes. */
  validity: z.optional(z.string().check(z.regex(/^\d{1,4}$/, 'expected minutes'))),
  device: Id,
})

/** What is signed in a code: what for, whose account (id and name), for which device or short id, until when (seconds since 1970). */
export interface CodeContent {
  readonly for: 'register' | 'lock' | 'unlock'
  /** uid of who made the code. */
  readonly by: string
  readonly billing: string
  readonly account?: string
  readonly device?: string
  readonly shortId?: string
  readonly until: number
}

/** The address of a code on a site; devices open it in the app. */
export const codePath = '/device/'

/** The two parts of a code, with no dot between them, so that no server takes its address for a file: what is signed (base64url of JSON) and the signature. Undefined for what is no code. */
export function partsOfCode(code: string): { readonly signed: string; readonly signature: string } | undefined {
  const [, signed, signature] = /^([\w-]{20,800})~([\w-]{86})$/.exec(code) ?? []
  return signed !== undefined && signature !== undefined ? { signed, signature } : undefined
}

/** What is signed, read by hand because devices do without shapes; not checked yet: anybody can write one. */
export function contentOfCode(json: string): CodeContent | undefined {
  try {
    const content = JSON.parse(json) as Partial<CodeContent> | null
    const purpose = content?.for
    if (purpose !== 'register' && purpose !== 'lock' && purpose !== 'unlock') return undefined
    return typeof content?.until === 'number' && typeof content.billing === 'string' ? (content as CodeContent) : undefined
  } catch {
    return undefined
  }
}
