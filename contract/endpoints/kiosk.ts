import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Unsent } from './devices.ts'
import { SealTo } from './sealing.ts'
import { Pin } from './sign-in.ts'

/** The kiosk code that people type (spec/3 §9). */
export const kioskCodePattern = /^\d{6}$/
/**
 * The actor of the kiosk's own page (`x-actor`): this prefix and 20 letters and digits. Its rights are those
 * of its bot's forms only.
 */
export const kioskActor = 'kiosk.'
export const isKioskActor = (actor: string): boolean => actor.startsWith(kioskActor)

/**
 * Seconds before an idle kiosk or gate starts over; it shows a warning during the last of them: at least 20, so
 * that a person can react (WCAG 2.2.1).
 */
export const idleSeconds = 60
export const idleWarningSeconds = 20
/**
 * Interval to check for a changed language, ms; the kiosk notifies its frame only after a change (decision
 * OQ-171).
 */
export const languageEvery = 25
/** Interval to check that the kiosk is still paired, ms. */
export const aliveEvery = 60_000

/**
 * Messages that a page in the kiosk's frame may post, as texts: `kioskrestart` restarts without a question,
 * `kioskmytasks` shows Logout and My Tasks Home (`kioskmytasks:off` hides them), `kiosktitle:<text>` sets the
 * title.
 */
export const kioskMessages = {
  restart: 'kioskrestart',
  myTasks: 'kioskmytasks',
  myTasksOff: 'kioskmytasks:off',
  title: 'kiosktitle:',
} as const

const Code = z.object({ code: z.string() })
const DeviceCode = z.string().check(z.regex(/^[A-Za-z0-9]{8}$/, 'expected 8 letters and digits'))

/** The path of a gate on a kiosk; the bot's id follows. */
export const gateAddress = '/gate/'

/** One address with one Start button, or several, each with its button (decision OQ-169). */
export const KioskUrl = z.union([z.string(), z.array(z.object({ label: z.string(), url: z.string() }))])
export type KioskUrl = z.output<typeof KioskUrl>

export const KioskInfo = z.object({
  title: z.string(),
  /** A picture as a data URL; absent when the bot has none. */
  logo: z.optional(z.string()),
  project: z.string(),
  team: z.string(),
  /**
   * The people who can pair a device: `display` is the number that receives the PIN, masked except for its
   * end.
   */
  verificationContacts: z.array(z.object({ name: z.string(), display: z.string(), verifyToken: z.string() })),
})
export type KioskInfo = z.output<typeof KioskInfo>

/** The data that a device stores to be a kiosk. */
export const Pairing = z.object({
  /** The actor of the kiosk. */
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

/**
 * Sends a PIN to the contact of the token; the PIN pairs (or unpairs) only the device that made the request.
 */
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
  /** The error code when success is false. */
  code: z.optional(z.string()),
  pairing: z.optional(Pairing),
  /** The key that the kiosk seals for, because it is a shared device. */
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

/** Pairs a device with the QR code of the bot's kiosk page; a ticket works once. */
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

/**
 * Returns whether this device is still a kiosk, and of which bot. Restores the cookie of a browser that has
 * lost it.
 */
export const kioskAlive = endpoint({
  method: 'POST',
  path: '/api/kiosk/:code/alive',
  whenOffline: 'refused',
  access: 'public',
  params: Code,
  body: z.object({ token: z.string(), unsent: z.optional(Unsent) }),
  answer: Known,
})

/** Returns the pairing from the browser's cookie, for a page that has lost all other data. */
export const kioskMine = endpoint({
  method: 'POST',
  path: '/api/kiosk/mine',
  whenOffline: 'refused',
  access: 'public',
  body: z.object({}),
  answer: Known,
})

/** Unpairs the kiosk, with the PIN of a contact. */
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
    /** Absent until it is created. */
    code: z.optional(z.string()),
    url: KioskUrl,
    /** True when workers can log in to their own tasks on it, too. */
    myTasks: z.boolean(),
    /** True when it shows the site gate in place of the bot's own form; absent for bots without a gate. */
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
    /** `fixed`: a contact because of their role in the project. */
    contacts: z.array(z.object({ uid: z.string(), name: z.string(), display: z.string(), role: z.string(), fixed: z.boolean() })),
    /** Members who can be made contacts. */
    candidates: z.array(z.object({ uid: z.string(), name: z.string(), role: z.string() })),
  }),
})
export type KioskPage = z.output<typeof KioskPage>

const Bot = z.object({ id: z.string() })

/** The kiosk page of a bot, for people who can manage it. */
export const kioskPage = endpoint({
  method: 'GET',
  path: '/api/automation/:id/kiosk.json',
  whenOffline: 'cached',
  access: 'signedIn',
  params: Bot,
  answer: KioskPage,
})

/** Creates or replaces the bot's code; paired devices stay paired. */
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

/** Creates a ticket for a QR code. It pairs one device. */
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

/** Unpairs the device at once. */
export const revokeKiosk = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/revoke',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ uid: z.string() }),
  answer: z.object({ revoked: z.boolean() }),
})

/** Makes a project member a contact, or undoes that. */
export const setKioskContact = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/contact',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ uid: z.string(), contact: z.boolean() }),
  answer: z.object({ contact: z.boolean() }),
})

/** Sets whether workers can log in to their own tasks on the kiosk, too. */
export const setKioskTasks = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/tasks',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ on: z.boolean() }),
  answer: z.object({ on: z.boolean() }),
})

/** Sets whether a gate's kiosk shows the gate itself, with its people, in place of its form. */
export const setKioskGate = endpoint({
  method: 'POST',
  path: '/api/automation/:id/kiosk/gate',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Bot,
  body: z.object({ on: z.boolean() }),
  answer: z.object({ on: z.boolean() }),
})

/** The part of a kiosk's address with the ticket; after `#`, so that no log contains it. */
export const ticketMark = '#pair='
export const kioskAddress = (origin: string, code: string, ticket?: string): string =>
  `${origin}/kiosk/${code}${ticket === undefined ? '' : ticketMark + ticket}`
