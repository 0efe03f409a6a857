import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { may } from '../../../contract/rules/permissions.ts'
import { getProject, isExternal, type Project, projectToManage } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { type PendingChange, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Details } from './Details.tsx'
import { Holidays } from './Holidays.tsx'
import { Members } from './Members.tsx'
import { ProjectMenu } from './ProjectMenu.tsx'
import { ProjectTags } from './ProjectTags.tsx'
import { Sites } from './Sites.tsx'
import { UsageChart } from './UsageChart.tsx'
import * as styles from './projects.module.css'

/** `/teams/{id}`: one project, without its bots (spec/3 §2.9). */
export function ProjectScreen() {
  const { id } = useParams({ from: '/console/teams/$id' })
  return <OneProject key={id} id={id} />
}

function OneProject({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const cached = useCached(getProject, { id }, projectToManage)
  const { fetchedAt, refresh } = cached
  const changes = useChangesOver(`teams/${id}`, cached)
  const own = useMemo(
    () => changes.filter(({ key, payload }) => key === '' && ('name' in payload || 'billingAccount' in payload)),
    [changes],
  )
  return (
    <Page width="desk" title={cached.data ? nameOver(cached.data, own) : t`Project`}>
      <Answered cached={cached}>
        {(project) => {
          const manages = may(project.role, 'team.manage')
          const readOnly = !manages || project.model.archived === true
          const parts = { project, readOnly, fetchedAt, refresh }
          return (
            <>
              <div className={styles.head}>
                <div className={styles.tags}>
                  <ProjectTags project={project} />
                  <PendingMark pending={own.at(-1)} />
                </div>
                <div className={styles.tags}>
                  <LinkButton icon="list" href={`/teams/${id}/lists`}>{t`Project lists`}</LinkButton>
                  {manages && <ProjectMenu project={project} refresh={refresh} />}
                </div>
              </div>
              {project.model.archived && (
                <Notice>
                  <Trans>This project is archived: it can only be read.</Trans>
                </Notice>
              )}
              <Details key={`${project.rev}`} project={laidOver(project, own)} readOnly={readOnly} />
              {project.usage && <UsageChart usage={project.usage} />}
              <Members {...parts} />
              <Holidays {...parts} />
              {!isExternal(project.model.source) && <Sites {...parts} />}
            </>
          )
        }}
      </Answered>
    </Page>
  )
}

const nameOver = (project: Project, own: readonly PendingChange[]) => laidOver(project, own).model.name

/** Returns the project with the person's pending changes of name and account. */
function laidOver(project: Project, own: readonly PendingChange[]): Project {
  return own.reduce((so, { payload, state }) => {
    if (state === 'parked' || state === 'conflict') return so
    const name = typeof payload['name'] === 'string' ? payload['name'] : so.model.name
    const account = payload['billingAccount']
    const changed = typeof account === 'string' ? account : null
    const billingAccount = account === undefined ? so.model.billingAccount : changed
    return { ...so, model: { ...so.model, name, ...(billingAccount !== undefined && { billingAccount }) } }
  }, project)
}
