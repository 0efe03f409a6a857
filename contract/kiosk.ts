import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SealTo } from './sealing.ts'
import { Pin } from './sign-in.ts'

/** The code of a kiosk that people type (spec/3 §9). */
export const kioskCodePattern = /^\d{6}$/
/** A device's own code: characters that can't be taken for one another. */
export const deviceCodeLength = 8
export const deviceCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** What the kiosk's own page acts as (`x-actor`): this and 20 letters and digits. Rights are those of its bot's forms and no others. */
export const kioskActor = 'kiosk.'
export const isKioskActor = (actor: string): boolean => actor.startsWith(kioskActor)

/** An idle kiosk goes back to its start after so many seconds; it says so for the last of them. */
export const idleSeconds = 60
export const idleWarningSeconds = 15
/** The kiosk looks for a change of its language this often, ms, and tells its frame only then (decision OQ-171). */
export const languageEvery = 25
/** A kiosk asks this often whether it is still wanted, ms. */
export const aliveEvery = 60_000

/**
 * What a page in the kiosk's frame may post to it, as texts: `kioskrestart` begins anew without a question, `kioskmytasks` shows Logout and
 * My Tasks Home (`kioskmytasks:off` hides them), `kiosktitle:<text>` names what is shown.
 */
export const kioskMessages = {
  restart: 'kioskrestart',
  myTasks: 'kioskmytasks',
  myTasksOff: 'kioskmytasks:off',
  title: 'kiosktitle:',
} as const

const Code = z.object({ code: z.string() })
const DeviceCode = z.string().check(z.regex(/^[A-Za-z0-9]{8}$/, 'expected 8 letters and digits'))

/** Where a kiosk shows a gate; the bot's id follows. */
export const gateAddress = '/gate/'

/** One address with one Start button, or several, each with its button (decision OQ-169). */
export const KioskUrl = z.union([z.string(), z.array(z.object({ label: z.string(), url: z.string() }))])
export type KioskUrl = z.output<typeof KioskUrl>

export const KioskInfo = z.object({
  title: z.string(),
  /** An address; absent where the bot has none. */
  logo: z.optional(z.string()),
  project: z.string(),
  team: z.string(),
  /** Who may let a device in: `display` is the number that the PIN goes to, but for its end made unreadable. */
  verificationContacts: z.array(z.object({ name: z.string(), display: z.string(), verifyToken: z.string() })),
})
export type KioskInfo = z.output<typeof KioskInfo>

/** What a device keeps of being a kiosk. */
export const Pairing = z.object({
  /** What it acts as. */
  uid: z.string(),
  token: z.string(),
  deviceCode: z.string(),
  code: z.string(),
  url: KioskUrl,
  info: KioskInfo,
})
export type Pairing = z.output<typeof Pairing>

export const kioskInfo = endpoint({
  method: 'GET',
  path: '/api/kiosk/:code/info',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  answer: KioskInfo,
})

/** Sends a PIN to the contact whose token it is; it lets in (or out) only the device that asked. */
export const kioskVerify = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/verify',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ token: z.string() }),
  answer: z.object({ success: z.boolean(), code: z.optional(z.string()) }),
})

const AuthAnswer = z.object({
  success: z.boolean(),
  url: z.optional(KioskUrl),
  /** Names the error when success is false. */
  code: z.optional(z.string()),
  pairing: z.optional(Pairing),
  /** What the kiosk seals for: it is everybody's device. */
  seal: z.optional(SealTo),
})
export type AuthAnswer = z.output<typeof AuthAnswer>

export const kioskAuth = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/auth',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ pin: Pin, deviceCode: DeviceCode }),
  answer: AuthAnswer,
})

/** Lets a device in by the QR code of the bot's kiosk page, once. */
export const kioskTicket = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/ticket',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ ticket: z.string(), deviceCode: DeviceCode }),
  answer: AuthAnswer,
})

const Known = z.object({
  paired: z.boolean(),
  pairing: z.optional(Pairing),
  seal: z.optional(SealTo),
})
export type KioskKnown = z.output<typeof Known>

/** Is this device still a kiosk, and of what? Gives its cookie back to a browser that has lost it. */
export const kioskAlive = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/alive',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ token: z.string() }),
  answer: Known,
})

/** What the browser's cookie knows, for a page that has lost everything else. */
export const kioskMine = endpoint({
  method: 'POST',
  path: '/api/kiosk/mine',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({}),
  answer: Known,
})

/** Ends being a kiosk, with the PIN of a contact. */
export const kioskLeave = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/leave',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ pin: Pin, token: z.string() }),
  answer: z.object({ success: z.boolean(), code: z.optional(z.string()) }),
})

export const KioskPage = z.object({
  component: z.literal('botKiosk'),
  componentConfig: z.object({
    title: z.string(),
    project: z.string(),
    /** Absent until somebody makes one. */
    code: z.optional(z.string()),
    url: KioskUrl,
    /** Workers log in to their own tasks at it, too. */
    myTasks: z.boolean(),
    /** It shows the gate in place of the bot's own form; absent for bots that are no gates. */
    gate: z.optional(z.boolean()),
    devices: z.array(
      z.object({
        uid: z.string(),
        deviceCode: z.string(),
        pairedBy: z.string(),
        /** ISO 8601. */
        pairedAt: z.string(),
        lastSeen: z.string(),
      }),
    ),
    /** `fixed`: by their role in the project. */
    contacts: z.array(z.object({ uid: z.string(), name: z.string(), display: z.string(), role: z.string(), fixed: z.boolean() })),
    /** Members who may be made contacts. */
    candidates: z.array(z.object({ uid: z.string(), name: z.string(), role: z.string() })),
  }),
})
export type KioskPage = z.output<typeof KioskPage>

const Bot = z.object({ id: z.string() })

/** The kiosk page of a bot, for who may manage it. */
export const kioskPage = endpoint({
  method: 'GET',
  path: '/api/automation/:id/kiosk.json',
  whenOffline: 'cached',
  access: 'signedIn',
  params: Bot,
  answer: KioskPage,
})

/** Makes the bot's code, or another one in its place; devices that are kiosks already stay it. */
export const rotateKioskCode = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/code',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({}),
  answer: z.object({ code: z.string() }),
})

export const ticketMinutes = 15

/** A QR code's worth of right: lets in one device. */
export const makeKioskTicket = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/ticket',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({}),
  /** `expiresAt` in ISO 8601. */
  answer: z.object({ ticket: z.string(), code: z.string(), expiresAt: z.string() }),
})

/** The device stops being a kiosk at once. */
export const revokeKiosk = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/revoke',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ uid: z.string() }),
  answer: z.object({ revoked: z.boolean() }),
})

/** Makes a member of the project a contact, or takes that back. */
export const setKioskContact = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/contact',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ uid: z.string(), contact: z.boolean() }),
  answer: z.object({ contact: z.boolean() }),
})

/** Whether workers log in to their own tasks at the kiosk, too. */
export const setKioskTasks = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/tasks',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ on: z.boolean() }),
  answer: z.object({ on: z.boolean() }),
})

/** Whether a kiosk of a gate shows the gate itself, with its people, in place of its form. */
export const setKioskGate = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/gate',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ on: z.boolean() }),
  answer: z.object({ on: z.boolean() }),
})

/** The part of a kiosk's address that carries a ticket; behind `#`, so that it is in no log. */
export const ticketMark = '#pair='
export const kioskAddress = (origin: string, code: string, ticket?: string): string =>
  `${origin}/kiosk/${code}${ticket === undefined ? '' : ticketMark + ticket}`
