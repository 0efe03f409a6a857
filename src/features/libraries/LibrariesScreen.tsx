import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { type LibraryRow, type LibraryType, libraryTypes, listLibraries } from '../../../contract/endpoints/libraries.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { layOver, type PendingChange, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { useOutcome, useRefusals } from '../../tables/useOutcome.ts'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CreateLibraryDialog } from './CreateLibraryDialog.tsx'
import { withLibrary } from './withLibrary.ts'
import * as styles from './libraries.module.css'

const keyOf = ({ model }: LibraryRow) => model.key
const asked = { include: ['library.billingAccount'], property: ['billing.name'] }

/**
 * The libraries of a person's billing accounts (spec/2 §2); the address opens the dialog with type and
 * account.
 */
export function LibrariesScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const { create, billing } = useSearch({ from: '/console/libraries' })
  const type = libraryTypes.find((one) => one === create)
  const [creating, setCreating] = useState(false)
  const cached = useCached(listLibraries, undefined, asked)
  const changes = useChangesOver('libraries', cached)
  const accounts = cached.data?.billing
  const nameOf = useCallback((billing: string) => accounts?.find(({ id }) => id === billing)?.name ?? '', [accounts])
  const laid = useMemo(
    () => layOver(cached.data?.items ?? [], changes, keyOf, (row, payload, key) => withLibrary(row, payload, key, nameOf)),
    [cached.data, changes, nameOf],
  )
  const rows = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [keyOf(row), pending])), [laid])
  const columns = useMemo(
    (): TableColumn<LibraryRow>[] => [
      { key: 'billing', label: t`Billing Account`, text: ({ billing }) => billing.name },
      { key: 'type', label: t`Type`, text: ({ model }) => model.type },
      { key: 'name', label: t`Name`, text: ({ model }) => model.name },
    ],
    [t],
  )
  const tell = useOutcome()
  const refused = useCallback(
    ({ payload }: PendingChange, message: string) =>
      toast(payload['deleted'] === true ? t`Error Deleting Library: ${message}` : t`Error Creating Library: ${message}`, 'error'),
    [t],
  )
  useRefusals(changes, cached.data !== undefined, refused)
  const close = () => {
    setCreating(false)
    if (create !== undefined || billing !== undefined) void router.navigate({ href: '/libraries', replace: true })
  }
  const remove = async ({ model: { key, name } }: LibraryRow) => {
    if (!(await confirmDialog({ text: t`Are you sure you want to delete the ${name} library?`, ok: t`Delete`, danger: true }))) return
    try {
      const { opId } = await queue(patchRecord, { '*': `libraries/${key}` }, { payload: { deleted: true } }, { title: t`Library: ${name}` })
      void tell(opId, { done: t`Library Deleted`, failed: (message) => t`Error Deleting Library: ${message}` })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toast(t`Error Deleting Library: ${message}`, 'error')
    }
  }
  return (
    <Page title={t`Libraries`} width="desk">
      <TypeList />
      <Answered cached={cached}>
        {() => (
          <Table
            title={t`Libraries`}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            keptAs="libraries"
            toolbar={rows.length > 0}
            emptyMessage={t`No libraries yet`}
            mark={(row) => <PendingMark pending={pendingOf.get(keyOf(row))} />}
            rowName={({ model, billing }) => `${model.name}, ${billing.name}`}
            rowActions={(row) => [
              { key: 'manage', label: t`Manage`, onPress: () => void router.navigate({ href: `/library/${row.model.key}` }) },
              ...(row.manages ? [{ key: 'delete', label: t`Delete`, danger: true, onPress: () => void remove(row) }] : []),
            ]}
            actions={
              <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
                <Trans>Create Library</Trans>
              </Button>
            }
          />
        )}
      </Answered>
      {(creating || type !== undefined) && accounts && (
        <CreateLibraryDialog accounts={accounts} type={type} billing={billing} onClose={close} />
      )}
    </Page>
  )
}

function TypeList() {
  const { t } = useLingui()
  const about: Readonly<Record<LibraryType, string>> = {
    Toolbox: t`short talks for the crew, each with its start date.`,
    Forms: t`PDF forms that are filled in and signed on a device, also without a connection.`,
    'Orienation Training Material': t`what people read before they start on a site.`,
  }
  return (
    <ul className={styles.types}>
      {libraryTypes.map((one) => (
        <li key={one}>
          <strong>{one}</strong>: {about[one]}
        </li>
      ))}
    </ul>
  )
}
