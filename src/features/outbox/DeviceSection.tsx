import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { bytesText } from './bytesText.ts'
import { ImportRow } from './ImportRow.tsx'
import { OutboxSection, Small } from './OutboxSection.tsx'
import type { StorageFacts, useStorage } from './useStorage.ts'

interface ProtectionProps {
  readonly facts: StorageFacts
  readonly protect: ReturnType<typeof useStorage>['protect']
}

interface DeviceProps extends ProtectionProps {
  readonly mayImportOthers: boolean
}

/** The storage of this device, the import of another device's work, and the version of the app. */
export function DeviceSection({ facts, protect, mayImportOthers }: DeviceProps) {
  const { t, i18n } = useLingui()
  return (
    <OutboxSection title={t`This device`}>
      <Card>
        <RowList>
          <ProtectionRow facts={facts} protect={protect} />
          {facts.free !== undefined && (
            <ListRow>
              <div>
                <strong>{t`Space for new work`}</strong>
                <Small>
                  <Trans>
                    {bytesText(facts.free, i18n.locale)} free, {bytesText(facts.used ?? 0, i18n.locale)} in use
                  </Trans>
                </Small>
              </div>
            </ListRow>
          )}
          <ImportRow mayImportOthers={mayImportOthers} />
          <ListRow>
            <div>
              <strong>{t`Version`}</strong>
              <Small>{__APP_VERSION__}</Small>
            </div>
          </ListRow>
        </RowList>
      </Card>
    </OutboxSection>
  )
}

function ProtectionRow({ facts, protect }: ProtectionProps) {
  const { t } = useLingui()
  return (
    <ListRow>
      <div>
        <strong>{facts.persisted ? t`Storage is protected` : t`Storage is not protected`}</strong>
        <Small>
          {facts.persisted ? (
            <Trans>The browser has promised not to clear what you saved.</Trans>
          ) : (
            <Trans>When this device runs out of room the browser may clear what you saved. Adding Muster to the home screen helps.</Trans>
          )}
        </Small>
      </div>
      {facts.persisted === false && (
        <Button
          icon="lock"
          onClick={async () => {
            if (!(await protect())) toast(t`The browser refused. Add Muster to the home screen and try again.`, 'warning')
          }}
        >
          {t`Protect it`}
        </Button>
      )}
    </ListRow>
  )
}
