import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id } from './records.ts'

/** From this app version code on, devices support codes that lock and unlock them (spec/3 §9). */
export const lockableFrom = 156_051_062

/** The version code that this app reports; raised with each capability that older devices lack. */
export const appVersionCode = 156_060_001

export const mayLock = (versionCode: number): boolean => versionCode >= lockableFrom

/** Minutes that a code to lock or unlock is valid (decision OQ-138), and the maximum. */
export const codeMinutes = 60
export const mostCodeMinutes = 24 * 60

/** Seconds between two reports (heartbeats) of a device. */
export const beatSeconds = 180

/**
 * A command that the device has not fetched after this many hours expires: a restart is not useful days
 * later.
 */
export const commandHours = 24

/** Remote commands to a device. `unlock` ends a lock. */
export const commandKinds = ['refresh', 'message', 'restart', 'lock', 'unlock', 're-pair'] as const
export const CommandKind = z.enum(commandKinds)
export type CommandKind = z.output<typeof CommandKind>

const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, 'expected a time like 2026-05-04T06:45:00.000Z'))
const Count = z.number().check(z.int(), z.minimum(0))

/** A form that the device has cached, by version. `current` is true when it is the published version. */
export const KeptForm = z.object({
  key: z.string(),
  name: z.optional(z.string()),
  version: z.string(),
  current: z.optional(z.boolean()),
})

/** Saves that are not sent yet; `oldest` is the time of the first one. */
export const Unsent = z.object({ count: Count, oldest: z.optional(Time) })
export type Unsent = z.output<typeof Unsent>

/** The status that a device reports. Values that its browser does not provide are absent. */
export const DeviceFacts = z.object({
  /** Version of the app. */
  app: z.string().check(z.maxLength(40)),
  forms: z.array(KeptForm).check(z.maxLength(20)),
  battery: z.optional(z.object({ percent: z.number().check(z.minimum(0), z.maximum(100)), charging: z.boolean() })),
  /** Bytes. */
  storage: z.optional(z.object({ used: Count, quota: Count })),
  unsent: Unsent,
  timezone: z.optional(z.string().check(z.maxLength(60))),
  /** The kind of screen that is open. */
  at: z.enum(['kiosk', 'app']),
  /** The kiosk identity, when the device is a kiosk (contract/endpoints/kiosk.ts). */
  kiosk: z.optional(z.string().check(z.regex(/^kiosk\.[A-Za-z0-9]{20}$/))),
})
export type DeviceFacts = z.output<typeof DeviceFacts>

export const Device = z.object({
  /** The id of the device. */
  key: z.string(),
  name: z.string(),
  /** Six letters and digits that people read aloud. */
  shortId: z.string(),
  versionCode: z.number(),
  /** ISO 8601, the server's clock. */
  lastPing: z.string(),
  billingAccount: z.object({ id: z.string(), name: z.string() }),
  rev: z.number(),
  /** True when this person can rename, command and remove the device. */
  mayManage: z.boolean(),
  locked: z.boolean(),
  revokedAt: z.optional(z.string()),
  /** Working hours without a report before the account's administrators get an alert; 0 is never. */
  alertHours: z.number(),
  silent: z.boolean(),
  registeredAt: z.string(),
  registeredBy: z.optional(z.string()),
  /** The server's clock minus the device's, ms. */
  skewMs: z.number(),
  facts: z.optional(DeviceFacts),
})
export type Device = z.output<typeof Device>

/** A tablet or phone that is paired as a kiosk of a bot, registered or not. */
export const PairedKiosk = z.object({
  uid: z.string(),
  deviceCode: z.string(),
  bot: z.object({ id: z.string(), title: z.string() }),
  project: z.string(),
  /** The site of the bot. */
  site: z.optional(z.string()),
  /** ISO 8601, the server's clock. */
  lastSeen: z.string(),
  silent: z.boolean(),
  /** What it said when it was last seen; absent for a kiosk of an older app. */
  unsent: z.optional(Unsent),
  /** The id of the device, if it has proved it. */
  device: z.optional(z.string()),
})
export type PairedKiosk = z.output<typeof PairedKiosk>

/**
 * The devices of the billing accounts of this person, by name; only devices that have reported at least once.
 * `kiosks`: the kiosks that this person may manage.
 */
export const listDevices = endpoint({
  method: 'GET',
  path: '/api/device/list',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({ devices: z.array(Device), kiosks: z.optional(z.array(PairedKiosk)) }),
})

/** expired: the device did not fetch it in time. */
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

/** One device with its commands, newest first, at most 20. */
export const deviceDetail = endpoint({
  method: 'GET',
  path: '/api/devices/:device',
  whenOffline: 'cached',
  access: 'signedIn',
  params: OfDevice,
  answer: z.object({ device: Device, commands: z.array(Command) }),
})

export const longestDeviceMessage = 300

/**
 * Sends a command to a device; a repeated `id` is the same command. The device gets it in the answer to its
 * next report.
 */
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

/** How long a code to register one device in a billing account is valid, minutes. */
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

/**
 * The payload of `PATCH /api/data/devices/{key}`: any of these. `revoked` takes a stolen device out at once;
 * `deleted` also removes it from the list.
 */
export const DeviceChange = z.strictObject({
  name: z.optional(DeviceName),
  alertHours: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(72))),
  revoked: z.optional(z.literal(true)),
  deleted: z.optional(z.literal(true)),
})

/**
 * Called by the device that scanned the code, with its key (deviceKeyHeader.ts). Returns its membership in the
 * account, and the token for its reports. A device of an account can move to another one with that key, or
 * with the token of its reports.
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
    /**
     * The public key to verify codes that lock and unlock the device: base64url of an uncompressed point of
     * P-256.
     */
    verifyKey: z.string(),
  }),
})

/**
 * For devices with a browser that cannot verify signatures: returns what a code to lock or unlock requests
 * from this device.
 */
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

/**
 * A device's report, and the commands that it has completed since the last one. `now` is the device's clock.
 */
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
  /**
   * Not registered: removed from the account, or never in it; the device deletes what the registration gave
   * it.
   */
  answer: z.object({
    registered: z.boolean(),
    name: z.optional(z.string()),
    commands: z.array(z.object({ id: z.string(), kind: CommandKind, text: z.optional(z.string()) })),
  }),
})

/**
 * The purpose of a code: `page` opens the device's page in the console; the device that scans the code does
 * the others.
 */
export const DeviceQr = z.object({
  billing: z.string().check(z.maxLength(60)),
  content: z.optional(z.enum(['lock', 'unlock', 'page'])),
  /** Minutes. */
  validity: z.optional(z.string().check(z.regex(/^\d{1,4}$/, 'expected minutes'))),
  device: Id,
})

/**
 * The signed content of a code: the purpose, the account (id and name), the device or short id, and the
 * expiry (seconds since 1970).
 */
export interface CodeContent {
  readonly for: 'register' | 'lock' | 'unlock'
  /** uid of the person who made the code. */
  readonly by: string
  readonly billing: string
  readonly account?: string
  readonly device?: string
  readonly shortId?: string
  readonly until: number
}

/** The path of a code's address on a site; devices open it in the app. */
export const codePath = '/device/'

/**
 * Splits a code into the signed content (base64url of JSON) and the signature; undefined when it is not a
 * code. There is no dot between them, so that no server treats the address as a file.
 */
export function partsOfCode(code: string): { readonly signed: string; readonly signature: string } | undefined {
  const [, signed, signature] = /^([\w-]{20,800})~([\w-]{86})$/.exec(code) ?? []
  return signed !== undefined && signature !== undefined ? { signed, signature } : undefined
}

/**
 * Parses the signed content by hand, because devices have no zod. Not verified yet: anyone can create such a
 * text.
 */
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
