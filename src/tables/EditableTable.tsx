import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type Model, patchRecord, saveRecord } from '../../contract/endpoints/records.ts'
import { newId } from '../lib/newId.ts'
import { queue } from '../store/outbox/queue.ts'
import { layOver, ofMap, type PendingChange, useChangesOver } from '../store/outbox/useChangesOver.ts'
import { Button } from '../ui/controls/Button.tsx'
import { alertDialog, confirmDialog } from '../ui/overlays/confirmDialog.tsx'
import { DeliveryMark } from '../ui/feedback/DeliveryMark.tsx'
import { type RowAction, Table, type TableColumn } from '../ui/table/Table.tsx'
import { SiteLink } from '../ui/controls/SiteLink.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { EditField, EditValues } from './editField.ts'
import { useRefusals } from './useOutcome.ts'
import { type Deed, useTableWords } from './useTableWords.ts'

export interface EditableTableProps<Row> {
  /** The heading of the table and the name of its CSV file. */
  readonly title: string
  /** The name of one row in dialogs and toasts: "Company". */
  readonly item: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** The path for saves: `teams/{id}/companies`; the key of a row is added to it. */
  readonly path: string
  /**
   * Set when the rows are a map inside the record at `path` (`sites` of `teams/{id}`): a change saves that
   * record.
   */
  readonly map?: string | undefined
  /** Returns the row with the change in `payload` applied; undefined removes the row from the table. */
  readonly apply: (row: Row | undefined, payload: Model, key: string) => Row | undefined
  readonly fields: readonly EditField<Row>[]
  readonly adjust?: ((values: EditValues, changed: string) => EditValues) | undefined
  /** Returns the payload to send for the values of the dialog. */
  readonly payloadOf?: ((values: EditValues) => Model) | undefined
  /** False when rows are created elsewhere. */
  readonly addable?: boolean | undefined
  readonly editLabel?: string | undefined
  /** True: rows cannot be added, changed or deleted. */
  readonly readOnly?: boolean | undefined
  /**
   * `mayEdit` and `mayDelete` say which rows can change. `beforeDelete` returns why a row cannot be deleted,
   * as text.
   */
  readonly mayEdit?: ((row: Row) => boolean) | undefined
  readonly mayDelete?: ((row: Row) => boolean) | undefined
  readonly beforeDelete?: ((row: Row) => string | undefined) | undefined
  /** More actions of a row, shown between Edit and Delete. */
  readonly rowActions?: ((row: Row, pending: PendingChange | undefined) => readonly RowAction[]) | undefined
  /** Shown next to "Add". */
  readonly actions?: ReactNode
  /** When the cached copy was fetched, and how to request a newer one. */
  readonly fetchedAt: number | undefined
  readonly refresh: () => Promise<void>
  readonly keptAs: string
  readonly emptyMessage?: string | undefined
  readonly toolbar?: boolean | undefined
}

function deedOf(payload: Model, known: boolean): Deed {
  if (payload['deleted'] === true) return 'Deleted'
  return known ? 'Updated' : 'Added'
}

/**
 * A table with rows that can be added, changed and deleted (spec/3 §7). Each change is saved on this device,
 * shown at once with a pending mark, and sent when the server is reachable. A refused change is reported and
 * stays on the device until the user decides.
 */
export function EditableTable<Row>(props: EditableTableProps<Row>) {
  const { title, item, columns, keyOf, nameOf, path, apply, fields, adjust, payloadOf, readOnly, mayEdit, mayDelete } = props
  const { addable = true, editLabel, map, beforeDelete, rowActions, actions, fetchedAt, refresh, keptAs, emptyMessage, toolbar } = props
  const { t } = useLingui()
  const { report, failed } = useTableWords()
  const [editing, setEditing] = useState<{ row: Row | undefined }>()
  const all = useChangesOver(path, { fetchedAt, refresh })
  const changes = useMemo(() => (map === undefined ? all : ofMap(all, map)), [all, map])
  const { shown, pendingOf } = useChangedRows(props, changes)
  useToldRefusals(props, changes, failed)

  const send = async (deed: Deed, key: string, payload: Model, name: string) => {
    try {
      const options = { title: `${item}: ${name}` }
      if (map !== undefined) {
        const value = payload['deleted'] === true ? null : payload
        report(deed, item, (await queue(saveRecord, { '*': path }, { payload: { [map]: { [key]: value } } }, options)).opId)
      } else if (deed === 'Added') {
        const body = { payload: { ...payload, deleted: false } }
        report(deed, item, (await queue(saveRecord, { '*': `${path}/${key}` }, body, options)).opId)
      } else report(deed, item, (await queue(patchRecord, { '*': `${path}/${key}` }, { payload }, options)).opId)
      return true
    } catch (error) {
      failed(deed, item, error instanceof Error ? error.message : String(error))
      return false
    }
  }
  const save = async (values: EditValues) => {
    const row = editing?.row
    const payload = payloadOf ? payloadOf(values) : { ...values }
    const key = row === undefined ? newId() : keyOf(row)
    const draft = apply(row, payload, key)
    if (await send(row === undefined ? 'Added' : 'Updated', key, payload, draft ? nameOf(draft) : '')) setEditing(undefined)
  }
  const remove = async (row: Row) => {
    const name = nameOf(row)
    const reason = beforeDelete?.(row)
    if (reason !== undefined) return alertDialog(t`Could not delete ${name}. ${reason}?`)
    if (!(await confirmDialog({ text: t`Are you sure you want to delete the ${name} ${item}?`, ok: t`Delete`, danger: true }))) return
    await send('Deleted', keyOf(row), { deleted: true }, name)
  }

  const actionsOf = (row: Row): RowAction[] => [
    ...(readOnly || mayEdit?.(row) === false ? [] : [{ key: 'edit', label: editLabel ?? t`Edit`, onPress: () => setEditing({ row }) }]),
    ...(rowActions?.(row, pendingOf.get(keyOf(row))) ?? []),
    ...(readOnly || mayDelete?.(row) === false ? [] : [{ key: 'delete', label: t`Delete`, danger: true, onPress: () => remove(row) }]),
  ]
  return (
    <>
      <Table
        title={title}
        columns={columns}
        rows={shown}
        rowKey={keyOf}
        keptAs={keptAs}
        emptyMessage={emptyMessage}
        toolbar={toolbar ?? shown.length > 0}
        rowActions={readOnly && !rowActions ? undefined : actionsOf}
        mark={(row) => <PendingMark pending={pendingOf.get(keyOf(row))} />}
        actions={
          <>
            {actions}
            {!readOnly && addable && fields.length > 0 && (
              <Button kind="primary" icon="plus" onClick={() => setEditing({ row: undefined })}>{t`Add`}</Button>
            )}
          </>
        }
      />
      {editing && (
        <EditDialog
          title={editing.row === undefined ? t`Add ${item}` : (editLabel ?? t`Edit ${item}`)}
          fields={fields}
          row={editing.row}
          adjust={adjust}
          onSave={save}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** The rows with the changes of this device, and the change of each row. */
function useChangedRows<Row>({ rows, keyOf, apply }: EditableTableProps<Row>, changes: readonly PendingChange[]) {
  const laid = useMemo(() => layOver(rows, changes, keyOf, apply), [apply, changes, keyOf, rows])
  const shown = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [keyOf(row), pending])), [keyOf, laid])
  return { shown, pendingOf }
}

function useToldRefusals<Row>(
  { item, keyOf, rows }: EditableTableProps<Row>,
  changes: readonly PendingChange[],
  failed: ReturnType<typeof useTableWords>['failed'],
): void {
  const tell = useCallback(
    (change: PendingChange, reason: string) => {
      const known = rows.some((row) => keyOf(row) === change.key)
      failed(deedOf(change.payload, known), item, reason)
    },
    [failed, item, keyOf, rows],
  )
  useRefusals(changes, true, tell)
}

/** The delivery state of a pending change at its row; links to the outbox when the user has to decide. */
export function PendingMark({ pending }: { readonly pending: PendingChange | undefined }) {
  if (!pending || pending.state === 'sent') return null
  const needsYou = pending.state === 'parked' || pending.state === 'conflict' || pending.state === 'authWait'
  if (needsYou)
    return (
      <SiteLink href="/outbox" title={pending.error ?? pending.words}>
        <DeliveryMark state="needsYou" />
      </SiteLink>
    )
  return (
    <span title={pending.words}>
      <DeliveryMark state={pending.state === 'sending' ? 'sending' : 'saved'} />
    </span>
  )
}
