import { Trans, useLingui } from '@lingui/react/macro'
import { saveTitle } from '../../answers/saveTitle.ts'
import { quarantinedFile, retryQuarantined, useQuarantined } from '../../store/outbox/quarantined.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Saves that this version of the app can't read: each is shown, and can be retried or exported as a file.
 * None is ever dropped.
 */
export function Quarantine() {
  const { t, i18n } = useLingui()
  const rows = useQuarantined()
  if (rows.length === 0) return null
  return (
    <>
      <Notice level="warning">
        <Trans>These saves can’t be read by this version of the app. They are kept, and part of the export.</Trans>
      </Notice>
      {rows.map(({ id, save, at }) => (
        <Card key={id}>
          <strong>{save ? saveTitle(save) : t`Work of another person`}</strong>
          <p>{i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}</p>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', marginTop: '0.75rem' }}>
            <Button
              icon="refresh"
              onClick={async () => {
                if (await retryQuarantined(id)) toast(t`It can be read now and will be sent.`, 'success')
                else toast(t`It still can’t be read. Save a copy and give it to your office.`, 'warning')
              }}
            >
              {t`Try again`}
            </Button>
            {save && (
              <Button
                icon="download"
                onClick={async () => {
                  const file = await quarantinedFile(id)
                  if (file) downloadFile(file, `muster-save-${id}.json`)
                }}
              >
                {t`Save a copy`}
              </Button>
            )}
          </div>
        </Card>
      ))}
    </>
  )
}
