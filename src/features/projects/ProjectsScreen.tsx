import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { archivedProjects, listProjects, type Project, projectsToPick, sourceNames } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { layOver, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { type RowAction, Table, type TableColumn } from '../../ui/table/Table.tsx'
import { CreateProjectDialog } from './CreateProjectDialog.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ProjectTags } from './ProjectTags.tsx'
import { withChange } from './withChange.ts'

const keyOf = ({ id }: Project) => id

function useProjectColumns(): TableColumn<Project>[] {
  const { t } = useLingui()
  return useMemo(
    (): TableColumn<Project>[] => [
      {
        key: 'name',
        label: t`Project`,
        width: 2,
        text: ({ model }) => model.name,
        draw: (project) => (
          <>
            <Link to={project.role ? '/team/$id/automations' : '/teams/$id'} params={{ id: project.id }}>
              {project.model.name}
            </Link>{' '}
            <ProjectTags project={project} plain />
          </>
        ),
      },
      { key: 'billing', label: t`Billing Account`, text: ({ billingAccount }) => billingAccount?.name ?? t`Free Trial` },
      { key: 'source', label: t`Management System`, text: ({ model }) => sourceNames[model.source ?? 'own'] },
      { key: 'role', label: t`Role`, text: ({ role, billingRole }) => role ?? billingRole ?? '' },
    ],
    [t],
  )
}

/**
 * The projects of a person (spec/3 §2.8): active, or archived; the address opens the dialog that creates one.
 */
export function ProjectsScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const { create, billing, source, ...asked } = useSearch({ from: '/console/teams' })
  const archived = asked.archived === 'true'
  const [creating, setCreating] = useState(false)
  const opened = creating || create === 'true' || (billing !== undefined && source !== undefined)
  // The list that the menu has too.
  const cached = useCached(listProjects, undefined, archived ? archivedProjects : projectsToPick)
  const changes = useChangesOver('teams', cached)
  const laid = useMemo(
    () => layOver(cached.data?.teams ?? [], changes, keyOf, (row, payload, id) => withChange(row, payload, id, archived)),
    [archived, cached.data, changes],
  )
  const rows = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [row.id, pending])), [laid])

  const columns = useProjectColumns()
  const close = () => {
    setCreating(false)
    if ((create ?? billing ?? source) !== undefined) void router.navigate({ href: '/teams', replace: true })
  }
  const mark = useCallback((project: Project) => <PendingMark pending={pendingOf.get(project.id)} />, [pendingOf])
  const actionsOf = useCallback(
    ({ id }: Project): RowAction[] => [
      { key: 'select', label: t`Select`, onPress: () => void router.navigate({ href: `/team/${id}/automations` }) },
      { key: 'manage', label: t`Manage`, onPress: () => void router.navigate({ href: `/teams/${id}` }) },
    ],
    [router, t],
  )
  return (
    <Page title={archived ? t`Archived Projects` : t`Projects`} width="desk">
      <Answered cached={cached}>
        {() =>
          rows.length === 0 ? (
            <NoProjects archived={archived} onCreate={() => setCreating(true)} />
          ) : (
            <>
              <NextSteps laid={laid} />
              <Table
                title={archived ? t`Archived Projects` : t`Projects`}
                columns={columns}
                rows={rows}
                rowKey={keyOf}
                keptAs="projects"
                mark={mark}
                rowActions={actionsOf}
                actions={
                  archived ? (
                    <LinkButton href="/teams" icon="back">{t`Projects`}</LinkButton>
                  ) : (
                    <>
                      <LinkButton href="/teams?archived=true" icon="archive">{t`Archive`}</LinkButton>
                      <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>{t`Create Project`}</Button>
                    </>
                  )
                }
              />
            </>
          )
        }
      </Answered>
      {opened && <CreateProjectDialog billing={billing} source={source} onClose={close} />}
    </Page>
  )
}

function NoProjects({ archived, onCreate }: { readonly archived: boolean; readonly onCreate: () => void }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={archived ? 'archive' : 'hardHat'}
      title={archived ? t`No Archived Projects` : t`No projects yet`}
      action={
        archived ? (
          <LinkButton href="/teams" icon="back">{t`Projects`}</LinkButton>
        ) : (
          <Button kind="primary" icon="plus" onClick={onCreate}>{t`Create Project`}</Button>
        )
      }
    >
      {archived ? (
        <Trans>Archived projects are kept here. You can read them and unarchive them.</Trans>
      ) : (
        <Trans>A project contains the bots, people and sites of one construction site.</Trans>
      )}
    </EmptyState>
  )
}
