import { t } from '@lingui/core/macro'
import type { ChoiceOption } from '../../../contract/forms/fieldBase.ts'

/** Default roles (spec/1 §6). */
export const usualRoles: readonly string[] = ['Worker', 'Foreman', 'Visitor']

/** Role of a person who is entered by hand although there is a list to pick from. */
export const customRole = 'Visitor'

/** Display name of a role; an unknown role is its own name. */
export function roleName(role: string): string {
  const known: Readonly<Record<string, string>> = {
    Vendor: t`Vendor`,
    Foreman: t`Foreman`,
    Superintendent: t`Superintendent`,
    Journeyman: t`Journeyman`,
    Apprentice: t`Apprentice`,
    'Crew Lead': t`Crew Lead`,
    'Delivery Driver': t`Delivery Driver`,
    Visitor: t`Visitor`,
    Worker: t`Worker`,
    Other: t`Other`,
  }
  return Object.hasOwn(known, role) ? (known[role] ?? role) : role
}

/** The choices of a setting, with display names. */
export const rolesOf = (roles: readonly (string | ChoiceOption)[] = usualRoles) =>
  roles.map((role) => {
    const { name, value = name } = typeof role === 'string' ? { name: roleName(role), value: role } : role
    return { name, value }
  })
