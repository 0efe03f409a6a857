import { useLingui } from '@lingui/react/macro'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { getProject, memberRoles, pageOfMembers, type Project, type ProjectMember } from '../../../contract/endpoints/projects.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { EditableTable } from '../../tables/EditableTable.tsx'
import type { EditField } from '../../tables/editField.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { ListFoot } from '../../ui/layout/RowList.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { searchDelay, useSettled } from '../../ui/table/useTable.ts'
import { chakra } from '../../ui/chakra.ts'
import { AddWorker } from './AddWorker.tsx'
import { InviteMemberDialog } from './InviteMemberDialog.tsx'
import * as styles from './projects.module.css'

const List = chakra('div', { base: { display: 'grid', gap: '3' } })

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

function useMemberColumns() {
  const { t } = useLingui()
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
  return { columns, fields, nameOf }
}

interface MembersProps {
  readonly project: Project
  readonly readOnly: boolean
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
}

/** The search and the page of this person. Without both it is the first page, which the answer about the project has. */
interface Wanted {
  readonly words: string
  /** The cursor of the page. */
  readonly after?: string | undefined
  readonly removed: boolean
}

const firstPage: Wanted = { words: '', removed: false }

const isGone = ({ status }: ProjectMember) => status === 'Deleted'

/** The members of a project with their roles (spec/3 §2.9), page by page; removed members on request. */
export function Members(props: MembersProps) {
  const { project } = props
  const { t } = useLingui()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [wanted, setWanted] = useState(firstPage)
  // The button of the page before is gone with its page.
  const turn = (after: string | undefined) => {
    setWanted({ ...wanted, after })
    heading.current?.focus()
  }
  const isFirst = wanted.words.trim() === '' && wanted.after === undefined && !wanted.removed
  const isLong = project.moreMembers !== undefined
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>{t`Members`}</h2>
      <List>
        {isLong && (
          <TextField
            label={t`Find a member`}
            value={wanted.words}
            onChange={({ target }) => setWanted({ ...firstPage, removed: wanted.removed, words: target.value })}
          />
        )}
        {(project.hasRemoved === true || project.members?.some(isGone)) && (
          <CheckField
            label={t`Show removed`}
            checked={wanted.removed}
            onChange={() => setWanted({ ...firstPage, words: wanted.words, removed: !wanted.removed })}
          />
        )}
        {isFirst ? (
          <MembersPage {...props} shown={project} wanted={wanted} onTurn={turn} />
        ) : (
          <OtherMembers {...props} wanted={wanted} onTurn={turn} />
        )}
      </List>
    </section>
  )
}

interface PageProps extends MembersProps {
  readonly wanted: Wanted
  /** With the cursor of a page; undefined: the first one. */
  readonly onTurn: (after: string | undefined) => void
}

/** Another page, or the members with the words. */
function OtherMembers(props: PageProps) {
  const { project, wanted } = props
  const { after, removed } = wanted
  const words = useSettled(wanted.words.trim(), searchDelay)
  const cached = useCached(
    getProject,
    { id: project.id },
    {
      ...pageOfMembers,
      ...(after !== undefined && { membersAfter: after }),
      ...(words !== '' && { membersNamed: words }),
      // Those alone of a long list, which has them on its last pages.
      ...(removed && { removedMembers: project.moreMembers === undefined ? 'true' : 'only' }),
    },
  )
  const { fetchedAt } = cached
  const refresh = async () => void (await Promise.all([cached.refresh(), props.refresh()]))
  return <Answered cached={cached}>{(shown) => <MembersPage {...props} shown={shown} fetchedAt={fetchedAt} refresh={refresh} />}</Answered>
}

/** `shown`: the project with the members of this page. */
function MembersPage({ project, shown, wanted, onTurn, readOnly, fetchedAt, refresh }: PageProps & { readonly shown: Project }) {
  const { t } = useLingui()
  const [inviting, setInviting] = useState(false)
  const { members: all = none, moreMembers } = shown
  // A copy that the device made before has removed members among the others.
  const rows = useMemo(() => (wanted.removed ? all : all.filter(({ status }) => status !== 'Deleted')), [all, wanted.removed])
  const { columns, fields, nameOf } = useMemberColumns()
  return (
    <>
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
        emptyMessage={wanted.words.trim() === '' ? undefined : t`Nothing found`}
        // Search and CSV of the table would only have the rows of this page.
        toolbar={project.moreMembers === undefined && rows.length > 0}
      />
      {(moreMembers !== undefined || wanted.after !== undefined) && (
        <ListFoot>
          {wanted.after !== undefined && <Button size="desk" onClick={() => onTurn(undefined)}>{t`First members`}</Button>}
          {moreMembers !== undefined && <Button size="desk" onClick={() => onTurn(moreMembers)}>{t`More members`}</Button>}
        </ListFoot>
      )}
      {inviting && <InviteMemberDialog project={project} refresh={refresh} onClose={() => setInviting(false)} />}
    </>
  )
}
