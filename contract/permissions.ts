import type { TeamRole } from './sign-in.ts'

/** Who may do what in a project (spec/3 §6). The server decides by this table; screens only hide what it would refuse. */
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
} as const satisfies Record<string, readonly TeamRole[]>

export type Permission = keyof typeof permissions

export function may(role: TeamRole | undefined, permission: Permission): boolean {
  return role !== undefined && (permissions[permission] as readonly TeamRole[]).includes(role)
}
