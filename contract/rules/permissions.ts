import type { BillingRole } from '../endpoints/billing/billing.ts'
import type { TeamRole } from '../endpoints/sign-in.ts'

/**
 * The roles for each action in a project (spec/3 §6). The server enforces this table; screens only hide
 * actions that it would refuse.
 */
export const permissions = {
  'form.fill': ['Owner', 'Administrator', 'Member', 'Worker'],
  'record.readOwn': ['Owner', 'Administrator', 'Member', 'Worker'],
  'record.readAll': ['Owner', 'Administrator', 'Member'],
  'record.update': ['Owner', 'Administrator', 'Member'],
  'record.delete': ['Owner', 'Administrator'],
  'form.publish': ['Owner', 'Administrator'],
  'site.manage': ['Owner', 'Administrator'],
  'outbox.read': ['Owner', 'Administrator'],
  'grant.revoke': ['Owner', 'Administrator'],
  'team.manage': ['Owner', 'Administrator'],
  'project.read': ['Owner', 'Administrator', 'Member'],
  'usage.read': ['Owner', 'Administrator'],
  'member.manage': ['Owner', 'Administrator'],
  'holiday.manage': ['Owner', 'Administrator'],
  /** Project managers and up. */
  'passkey.add': ['Owner', 'Administrator', 'Member'],
  'bot.create': ['Owner', 'Administrator', 'Member'],
  'bot.manage': ['Owner', 'Administrator'],
  'kiosk.manage': ['Owner', 'Administrator'],
  // The owner of the bot can decide, too.
  'execution.decide': ['Owner', 'Administrator'],
} as const satisfies Record<string, readonly TeamRole[]>

export type Permission = keyof typeof permissions

export function may(role: TeamRole | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly TeamRole[]).includes(role)
}

/** The roles for each action on a billing account and its data (spec/3 §6). */
export const billingPermissions = {
  'billing.read': ['Owner', 'Administrator', 'Member'],
  'billing.manage': ['Owner', 'Administrator'],
  'list.edit': ['Owner', 'Administrator'],
  'template.mark': ['Owner', 'Administrator'],
  'device.manage': ['Owner', 'Administrator'],
  'project.create': ['Owner', 'Administrator', 'Member'],
} as const satisfies Record<string, readonly BillingRole[]>

export type BillingPermission = keyof typeof billingPermissions

export function mayBilling(role: BillingRole | undefined, permission: BillingPermission): boolean {
  return role !== undefined && (billingPermissions[permission] as readonly BillingRole[]).includes(role)
}
