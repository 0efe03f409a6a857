import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

/** Maximum number of people and of log entries in one answer. */
export const mostPeople = 100
export const mostEntries = 200

/**
 * Why the caller may not disable or enable a person. `account`: only an owner of the billing account may;
 * `private`: the person has private bots; `byAdministrator`: a product administrator disabled the person.
 */
export const notDisabledBecause = ['self', 'account', 'elsewhere', 'private', 'administrator', 'byAdministrator'] as const

export const CompanyPerson = z.object({
  uid: z.string(),
  name: z.string(),
  /** The last digits of the number. */
  mobile: z.optional(z.string()),
  email: z.optional(z.string()),
  /** Names of the projects and billing accounts that the caller manages too. */
  places: z.array(z.string()),
  disabled: z.boolean(),
  isAdmin: z.boolean(),
  isBeta: z.boolean(),
  because: z.optional(z.enum(notDisabledBecause)),
  /** Name of the person who disabled the account. */
  disabledBy: z.optional(z.string()),
  /** The caller may make a one-time sign-in link for the person. */
  mayLink: z.optional(z.boolean()),
})
export type CompanyPerson = z.output<typeof CompanyPerson>

const Text = z.string().check(z.trim(), z.maxLength(100))

/**
 * The people of the projects and billing accounts that the caller manages, by name; for product administrators all
 * people. `search` is a part of the name, the number or the e-mail. `more`: the answer is not complete.
 */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ search: z.optional(Text), appointed: z.optional(z.enum(['true'])) }),
  answer: z.object({ people: z.array(CompanyPerson), more: z.boolean() }),
})

const Uid = z.object({ uid: z.string().check(z.maxLength(100)) })

/**
 * Ends the access of a person at once, or gives it back. What the person saved before is still accepted from their
 * devices, for 35 days.
 */
export const disablePerson = endpoint({
  method: 'POST',
  path: '/api/people/:uid:disable',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Uid,
  body: z.object({ disabled: z.boolean() }),
  answer: z.object({ disabled: z.boolean() }),
})

/**
 * Makes a link that signs the person in once, for people who get no PIN. A new link replaces the one before. For
 * owners and administrators of the billing account, and only for people with no rights that the caller lacks.
 */
export const linkPerson = endpoint({
  method: 'POST',
  path: '/api/people/:uid:link',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Uid,
  body: z.object({}),
  answer: z.object({ link: z.string(), minutes: z.number() }),
})

export const appointments = ['administrator', 'beta'] as const
export type Appointment = (typeof appointments)[number]

/** Makes a person a product administrator or a beta user, or ends that. For product administrators. */
export const appointPerson = endpoint({
  method: 'POST',
  path: '/api/people/:uid:appoint',
  whenOffline: 'refused',
  access: 'signedIn',
  params: Uid,
  body: z.object({ as: z.enum(appointments), on: z.boolean() }),
  answer: z.object({ isAdmin: z.boolean(), isBeta: z.boolean() }),
})

/** Acts that the audit log records. */
export const auditActs = [
  'person.disabled',
  'person.enabled',
  'administrator.on',
  'administrator.off',
  'beta.on',
  'beta.off',
  'link.made',
  'link.used',
  'person.provisioned',
  'member.added',
  'member.removed',
  'directory.on',
  'directory.off',
] as const
export type AuditAct = (typeof auditActs)[number]

/** What the `actor` of an entry begins with if the directory of a billing account acted; `actorName` is then the account. */
export const directoryActor = 'directory:'

/** `actor` is absent for a command on the computer of the server. Names are those of the time of the act. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  what: z.enum(auditActs),
  actor: z.optional(z.string()),
  actorName: z.string(),
  subject: z.optional(z.string()),
  subjectName: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** The newest entries about people of the caller's projects and billing accounts; for product administrators all. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  whenOffline: 'cached',
  access: 'signedIn',
  query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
  answer: z.object({ entries: z.array(AuditEntry), more: z.boolean() }),
})

/** Demo bots of all people, for product administrators, who may delete them. */
export const listDemoBots = endpoint({
  method: 'GET',
  path: '/api/demo-bots',
  whenOffline: 'cached',
  access: 'signedIn',
  answer: z.object({
    bots: z.array(z.object({ id: z.string(), title: z.string(), project: z.optional(z.string()), ownerName: z.string() })),
    more: z.boolean(),
  }),
})
