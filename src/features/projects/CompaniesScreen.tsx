import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { mayBilling, may } from '../../../contract/rules/permissions.ts'
import { getTeam, type NamedRow, type Project, projectWithList } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { NamedTable } from '../../tables/NamedTable.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/**
 * Returns true if the person may change the project's lists: a manager of its billing account; without one, a
 * manager of the project (decision OQ-136).
 */
const mayEdit = ({ model, billingRole, role }: Project): boolean =>
  !model.archived && (model.billingAccount ? mayBilling(billingRole, 'list.edit') : may(role, 'team.manage'))

function ProjectList({
  list,
  title,
  item,
  empty,
}: {
  readonly list: 'companies' | 'trades'
  readonly title: string
  readonly item: string
  readonly empty: string
}) {
  const { t } = useLingui()
  const { id = '' } = useParams({ strict: false })
  const cached = useCached(getTeam, { id }, projectWithList(list))
  return (
    <Page width="desk" title={title} lead={cached.data?.model.name}>
      <Answered cached={cached}>
        {(project) => (
          <NamedTable
            actions={<Link to="/teams/$id/lists/$list" params={{ id, list }}>{t`Details, import and export`}</Link>}
            mayEdit={isPlain}
            mayDelete={isPlain}
            title={title}
            item={item}
            rows={project[list] ?? none}
            path={`teams/${id}/${list}`}
            readOnly={!mayEdit(project)}
            fetchedAt={cached.fetchedAt}
            refresh={cached.refresh}
            keptAs={list}
            emptyMessage={empty}
          />
        )}
      </Answered>
    </Page>
  )
}
const none: readonly never[] = []
/** Entries of a connected system, and those with an old key, are changed in the detailed list. */
const isPlain = ({ key }: NamedRow) => /^\w{1,64}$/.test(key)

/** `/teams/{id}/companies` */
export function CompaniesScreen() {
  const { t } = useLingui()
  return (
    <ProjectList
      list="companies"
      title={t`Company List`}
      item={t`Company`}
      empty={t`No companies yet. People choose theirs from this list.`}
    />
  )
}

/** `/teams/{id}/trades` */
export function TradesScreen() {
  const { t } = useLingui()
  return <ProjectList list="trades" title={t`Trade List`} item={t`Trade`} empty={t`No trades yet. People choose theirs from this list.`} />
}
