import { Trans, useLingui } from '@lingui/react/macro'
import type { useUnprocessed } from '../../store/files/addBlob.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { bytesText } from './bytesText.ts'
import { OutboxSection, Small } from './OutboxSection.tsx'
import { useTimeText } from './useTimeText.ts'

/** Pictures that this device could not prepare: each can be exported or deleted. */
export function UnprocessedSection({ files }: { readonly files: ReturnType<typeof useUnprocessed> }) {
  const { t, i18n } = useLingui()
  const when = useTimeText()
  return (
    <OutboxSection title={t`Not processed`}>
      <Small>
        <Trans>Pictures that this device could not prepare. They are kept as you took them.</Trans>
      </Small>
      <Card>
        <RowList>
          {files.map((file) => (
            <ListRow key={file.id}>
              <div>
                <strong>{file.filename}</strong>
                <Small>
                  {when(file.at)} · {bytesText(file.size, i18n.locale)} · {file.reason}
                </Small>
              </div>
              <Button
                icon="download"
                onClick={async () => {
                  const bytes = await file.open()
                  if (bytes) downloadFile(bytes, file.filename)
                }}
              >
                {t`Save a copy`}
              </Button>
              <Button
                kind="quiet"
                icon="trash"
                onClick={async () => {
                  if (await confirmDialog({ text: t`Delete ${file.filename}?`, ok: t`Delete`, danger: true })) await file.remove()
                }}
              >
                {t`Delete`}
              </Button>
            </ListRow>
          ))}
        </RowList>
      </Card>
    </OutboxSection>
  )
}
