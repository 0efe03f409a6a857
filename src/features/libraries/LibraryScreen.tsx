import { useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { getLibrary, type LibraryDocument, type LibraryType } from '../../../contract/endpoints/libraries.ts'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { fileAddress } from '../../../contract/endpoints/uploads.ts'
import { formatDate } from '../../lib/formatDate.ts'
import { getFile } from '../../store/files/addBlob.ts'
import { useCached } from '../../store/queries/cached.ts'
import { queue } from '../../store/outbox/queue.ts'
import { layOver, type PendingChange, useChangesOver } from '../../store/outbox/useChangesOver.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { useRefusals } from '../../tables/useOutcome.ts'
import { useTableWords } from '../../tables/useTableWords.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import { DocumentDialog } from './DocumentDialog.tsx'
import { LazyReader } from './LazyReader.tsx'
import { withDocument } from './withLibrary.ts'

const keyOf = ({ key }: LibraryDocument) => key

/** The documents of one library, which differ by its type. */
export function LibraryScreen() {
  const { key } = useParams({ from: '/console/library/$key' })
  return <Documents key={key} library={key} />
}

function useColumns(type: LibraryType | undefined) {
  const { t, i18n } = useLingui()
  return useMemo(
    (): TableColumn<LibraryDocument>[] => [
      { key: 'name', label: t`Name`, width: 2, text: ({ name }) => name },
      type === 'Toolbox'
        ? {
            key: 'effectiveDate',
            label: t`Effective Date`,
            text: ({ effectiveDate }) => (effectiveDate ? formatDate(effectiveDate, i18n.locale) : ''),
            value: ({ effectiveDate }) => effectiveDate ?? '',
          }
        : { key: 'description', label: t`Description`, width: 2, text: ({ description }) => description ?? '' },
      { key: 'pdf', label: t`PDF file`, text: ({ pdf }) => pdf?.filename ?? '' },
    ],
    [i18n.locale, t, type],
  )
}

/** Reports refusals of the server while the screen is open. */
function useToldRefusals(documents: readonly LibraryDocument[] | undefined, changes: readonly PendingChange[], item: string): void {
  const { failed } = useTableWords()
  const tell = useCallback(
    ({ key, payload }: PendingChange, reason: string) => {
      const deed = documents?.some((one) => one.key === key) ? 'Updated' : 'Added'
      failed(payload['deleted'] === true ? 'Deleted' : deed, item, reason)
    },
    [documents, failed, item],
  )
  useRefusals(changes, documents !== undefined, tell)
}

function Documents({ library: key }: { readonly library: string }) {
  const { t } = useLingui()
  const { report, failed } = useTableWords()
  const router = useRouter()
  const cached = useCached(getLibrary, { key })
  const [editing, setEditing] = useState<{ document: LibraryDocument | undefined }>()
  const [reading, setReading] = useState<{ title: string; source: string | Blob }>()
  const path = `libraries/${key}/documents`
  const changes = useChangesOver(path, cached)
  const laid = useMemo(() => layOver(cached.data?.documents ?? [], changes, keyOf, withDocument), [cached.data, changes])
  const rows = useMemo(() => laid.map(({ row }) => row), [laid])
  const pendingOf = useMemo(() => new Map(laid.map(({ row, pending }) => [row.key, pending])), [laid])
  const type = cached.data?.library.model.type
  const manages = cached.data?.library.manages === true
  const item = t`Document`
  const columns = useColumns(type)
  useToldRefusals(cached.data?.documents, changes, item)
  const read = async ({ name, pdf }: LibraryDocument) => {
    if (pdf) setReading({ title: name, source: (await getFile(pdf.id)) ?? fileAddress(pdf.id) })
  }
  const remove = async ({ key: own, name }: LibraryDocument) => {
    if (!(await confirmDialog({ text: t`Are you sure you want to delete the ${name} ${item}?`, ok: t`Delete`, danger: true }))) return
    try {
      const { opId } = await queue(patchRecord, { '*': `${path}/${own}` }, { payload: { deleted: true } }, { title: `${item}: ${name}` })
      report('Deleted', item, opId)
    } catch (error) {
      failed('Deleted', item, error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Page title={cached.data?.library.model.name ?? t`Library`} lead={type} width="desk">
      <Answered cached={cached}>
        {() => (
          <Table
            title={t`Documents`}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            keptAs="library-documents"
            emptyMessage={t`No documents yet`}
            mark={(row) => <PendingMark pending={pendingOf.get(row.key)} />}
            rowActions={(row) => {
              const forms = row.forms ?? []
              const fill = forms.map(({ key: form, project }) => ({
                key: `fill-${form}`,
                label: forms.length === 1 ? t`Fill in` : t`Fill in: ${project}`,
                onPress: () => void router.navigate({ href: `/frontend/forms/${form}` }),
              }))
              const open = row.pdf ? [{ key: 'open', label: t`Open`, onPress: () => void read(row) }] : []
              return [
                // The main button needs a short label; with several projects, the person chooses one from the
                // list.
                ...(forms.length === 1 ? [...fill, ...open] : [...open, ...fill]),
                ...(manages ? [{ key: 'edit', label: t`Edit`, onPress: () => setEditing({ document: row }) }] : []),
                ...(manages ? [{ key: 'delete', label: t`Delete`, danger: true, onPress: () => void remove(row) }] : []),
              ]
            }}
            actions={
              <>
                <LinkButton href="/libraries" icon="back">{t`Libraries`}</LinkButton>
                {manages && <Button kind="primary" icon="plus" onClick={() => setEditing({ document: undefined })}>{t`Add`}</Button>}
              </>
            }
          />
        )}
      </Answered>
      {editing && type && <DocumentDialog type={type} path={path} document={editing.document} onClose={() => setEditing(undefined)} />}
      {reading && <LazyReader {...reading} onClose={() => setReading(undefined)} />}
    </Page>
  )
}
