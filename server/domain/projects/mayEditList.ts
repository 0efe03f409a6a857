import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import { may, mayBilling } from '../../../contract/rules/permissions.ts'
import type { ProjectRow } from './listProjects.ts'

type Roles = Pick<ProjectRow, 'billing' | 'role' | 'billingRole'>

/**
 * Managers of the billing account edit the companies and trades of a project; without an account, managers of
 * the project do (decision OQ-136). The other lists belong to the project: its managers edit them, too.
 */
export function mayEditList({ billing, role, billingRole }: Roles, list: ProjectListName): boolean {
  if (mayBilling(billingRole ?? undefined, 'list.edit')) return true
  const ofAccount = billing !== null && (list === 'companies' || list === 'trades')
  return !ofAccount && may(role ?? undefined, 'team.manage')
}
