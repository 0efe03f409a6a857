import { useLingui } from '@lingui/react/macro'
import { useCallback, useId, useMemo, useState } from 'react'
import { memberRoles, type Project, type ProjectMember } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField } from '../../tables/editField.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { AddWorker } from './AddWorker.tsx'
import { InviteMemberDialog } from './InviteMemberDialog.tsx'
import * as styles from './projects.module.css'

const keyOf = ({ key }: ProjectMember) => key
const none: readonly ProjectMember[] = []
const apply = (row: ProjectMember | undefined, { status }: Model): ProjectMember | undefined =>
  row && { ...row, status: memberRoles.find((role) => role === status) ?? row.status }

function useRoleWords(): Readonly<Record<ProjectMember['status'], string>> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      Owner: t`Owner`,
      Administrator: t`Administrator`,
      Member: t`Member`,
      Worker: t`Worker`,
      Invited: t`Invited`,
      Deleted: t`Deleted`,
    }),
    [t],
  )
}

interface MembersProps {
  readonly project: Project
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** The members of a project with their roles (spec/3 §2.9); removed members on request. */
export function Members({ project, readOnly, fetchedAt, refresh }: MembersProps) {
  const { t } = useLingui()
  const id = useId()
  const [inviting, setInviting] = useState(false)
  const [withGone, setWithGone] = useState(false)
  const { members: all = none } = project
  const rows = useMemo(() => (withGone ? all : all.filter(({ status }) => status !== 'Deleted')), [all, withGone])
  const roleWords = useRoleWords()
  const nameOf = useCallback(({ name }: ProjectMember) => name || t`Invited by link`, [t])
  const columns = useMemo(
    (): TableColumn<ProjectMember>[] => [
      { key: 'name', label: t`Name`, text: nameOf, width: 1.5 },
      { key: 'email', label: t`Email`, text: ({ email }) => email ?? '', width: 1.5 },
      {
        key: 'status',
        label: t`Status`,
        text: ({ status, role }) =>
          status === 'Invited' && role !== undefined ? `${roleWords.Invited} (${roleWords[role as 'Member'] ?? role})` : roleWords[status],
      },
    ],
    [nameOf, roleWords, t],
  )
  const fields = useMemo(
    (): EditField<ProjectMember>[] => [
      {
        attribute: 'status',
        label: t`Role`,
        kind: 'select',
        options: memberRoles.map((role) => [role, roleWords[role]]),
        from: (row) => (row?.status === 'Administrator' ? 'Administrator' : 'Member'),
      },
    ],
    [roleWords, t],
  )
  const isGone = ({ status }: ProjectMember) => status === 'Deleted'
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t`Members`}</h2>
      <EditableTable
        title={t`Members`}
        item={t`Member`}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        path={`teams/${project.id}`}
        map="members"
        apply={apply}
        fields={fields}
        addable={false}
        editLabel={t`Change Role`}
        mayEdit={(row) => row.status !== 'Owner' && row.status !== 'Invited' && !isGone(row)}
        mayDelete={(row) => row.status !== 'Owner' && !isGone(row)}
        readOnly={readOnly}
        actions={
          <>
            {all.some(isGone) && <CheckField label={t`Show removed`} checked={withGone} onChange={() => setWithGone(!withGone)} />}
            {!readOnly && <AddWorker project={project} refresh={refresh} />}
            {!readOnly && <LinkButton icon="message" href={`/people?invite=${project.id}`}>{t`Invite by mobile number`}</LinkButton>}
            {!readOnly && (
              <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
                {t`Invite`}
              </Button>
            )}
          </>
        }
        fetchedAt={fetchedAt}
        refresh={refresh}
        keptAs="members"
      />
      {inviting && <InviteMemberDialog project={project} refresh={refresh} onClose={() => setInviting(false)} />}
    </section>
  )
}
