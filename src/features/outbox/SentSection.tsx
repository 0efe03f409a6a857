import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveTitle } from '../../answers/saveTitle.ts'
import { useReceipts } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { ListRow, RowList } from '../../ui/layout/RowList.tsx'
import { OutboxSection, Small } from './OutboxSection.tsx'
import { useTimeText } from './useTimeText.ts'

/** The saves that have left this device, latest first: sent, discarded, or replaced. */
export function SentSection({ hasSaves }: { readonly hasSaves: boolean }) {
  const { t } = useLingui()
  return (
    <OutboxSection title={t`Sent`}>
      <SentList hasSaves={hasSaves} />
      <div>
        <LinkButton href="/sent" icon="list">{t`Sent by me, with status`}</LinkButton>
      </div>
    </OutboxSection>
  )
}

function SentList({ hasSaves }: { readonly hasSaves: boolean }) {
  const { t } = useLingui()
  const when = useTimeText()
  const [shown, setShown] = useState(10)
  const receipts = useReceipts(shown + 1)
  if (receipts.length === 0) return <NothingSent hasSaves={hasSaves} />
  return (
    <Card>
      <RowList>
        {receipts.slice(0, shown).map((receipt) => (
          <ListRow key={receipt.opId}>
            <div>
              <strong>{saveTitle(receipt)}</strong>
              <Small>{when(receipt.at)}</Small>
            </div>
            {receipt.outcome === 'sent' ? (
              <DeliveryMark state="sent" />
            ) : (
              <Small>{receipt.outcome === 'discarded' ? t`Discarded by you` : t`Replaced by a corrected save`}</Small>
            )}
          </ListRow>
        ))}
      </RowList>
      {receipts.length > shown && (
        <Button kind="quiet" full onClick={() => setShown(shown + 20)}>
          {t`Show more`}
        </Button>
      )}
    </Card>
  )
}

function NothingSent({ hasSaves }: { readonly hasSaves: boolean }) {
  const { t } = useLingui()
  if (hasSaves)
    return (
      <Small>
        <Trans>Nothing yet.</Trans>
      </Small>
    )
  return (
    <EmptyState icon="send" title={t`Nothing sent yet`}>
      <Trans>What you save appears here at once, and stays until the server has confirmed it.</Trans>
    </EmptyState>
  )
}
