import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { getLosses, type Losses } from '../../../contract/endpoints/losses.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useLossesSeen } from '../../store/integrity/useLossesSeen.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

type Loss = Losses['losses'][number]

const Heading = chakra('h2', { base: { textStyle: 'heading', margin: '0' } })
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
    columnGap: '5',
    rowGap: { base: '0', sm: '2' },
    marginBlock: '3',
    '& > dt': { color: 'fg.muted', textStyle: 'small' },
    '& > dd': { margin: '0', overflowWrap: 'anywhere', marginBottom: { base: '2', sm: '0' } },
  },
})
const Steps = chakra('ol', {
  base: { margin: '0', paddingInlineStart: '5', display: 'grid', gap: '2', listStyle: 'decimal', maxWidth: '44rem' },
})
const Sub = chakra('h3', { base: { textStyle: 'label', marginTop: '4', marginBottom: '2' } })

/**
 * Saves that devices stored and lost before they were sent, for the people who run the project: data, time,
 * device, person, and advice.
 */
export function LossesScreen() {
  const { t } = useLingui()
  const { data, state, stale, fetchedAt, error, refresh } = useCached(getLosses)
  const [seen, see] = useLossesSeen()
  const losses = data?.losses
  const latest = losses?.[0]?.toldAt ?? ''
  useEffect(() => {
    if (latest > seen) see(latest)
  }, [latest, seen, see])
  return (
    <Page
      title={t`Lost on a device`}
      width="desk"
      lead={<Trans>Saves that a device lost before it could send them. A save that arrives later disappears from this list.</Trans>}
    >
      {stale && <OfflineCopy at={fetchedAt} />}
      {state === 'failed' ? <FailedState error={error} onRetry={refresh} /> : <LossList losses={losses} />}
    </Page>
  )
}

function LossList({ losses }: { readonly losses: readonly Loss[] | undefined }) {
  const { t } = useLingui()
  if (losses === undefined) return <Skeleton rows={3} />
  if (losses.length === 0)
    return (
      <EmptyState icon="checkCircle" title={t`Nothing was lost`}>
        <Trans>Every save that the devices of your projects reported is here or still on its way.</Trans>
      </EmptyState>
    )
  return losses.map((loss) => <LossCard key={`${loss.uid} ${loss.device}`} loss={loss} />)
}

function LossCard({ loss: { name, device, deviceName, count, from, to, toldAt, forms } }: { readonly loss: Loss }) {
  const { t, i18n } = useLingui()
  const when = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const end = device.slice(-4)
  const others = count - forms.reduce((sum, form) => sum + form.count, 0)
  return (
    <Card padding="site">
      <article aria-label={name}>
        <Heading>
          <Plural value={count} one="# save was lost" other="# saves were lost" />
        </Heading>
        <Facts>
          <dt>{t`Person`}</dt>
          <dd>{name}</dd>
          <dt>{t`Device`}</dt>
          <dd>{deviceName ?? t`Device …${end}`}</dd>
          {forms.length > 0 && (
            <>
              <dt>{t`What`}</dt>
              <dd>
                {[...forms.map((form) => `${form.count} × ${form.name}`), ...(others > 0 ? [t`${others} × other forms`] : [])].join(', ')}
              </dd>
            </>
          )}
          {from !== '' && (
            <>
              <dt>{t`Saved`}</dt>
              <dd>{to === '' || to === from ? when(from) : `${when(from)} – ${when(to)}`}</dd>
            </>
          )}
          <dt>{t`Reported by the device`}</dt>
          <dd>{when(toldAt)}</dd>
        </Facts>
        <Sub>{t`What to do`}</Sub>
        <Steps>
          <li>
            <Trans>Ask {name} for a file exported from that device. Import it in the Outbox of any device; nothing arrives twice.</Trans>
          </li>
          <li>
            <Trans>Without a file, check what arrived from that time, and ask people to enter the rest again.</Trans>
          </li>
          <li>
            <Trans>
              The browser’s storage was cleared or damaged. On that device add Muster to the home screen and choose “Protect it” in the
              Outbox, so that it does not happen again.
            </Trans>
          </li>
        </Steps>
        <p style={{ marginTop: '1rem' }}>
          <LinkButton href="/outbox" size="desk" icon="archive">
            {t`Import a file`}
          </LinkButton>
        </p>
      </article>
    </Card>
  )
}
