import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { botPoster, posterAddress } from '../../../contract/endpoints/posters.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QrCode } from '../../ui/data/QrCode.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

const Code = chakra('div', { base: { maxWidth: '20rem', width: 'full', marginInline: 'auto' } })
const Short = chakra('p', { base: { margin: '0', textAlign: 'center', fontWeight: 'semibold', overflowWrap: 'anywhere' } })
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } })

/** `/automation/{id}/qr`: a bot's QR code on the screen, and as a poster to download or print. */
export function PosterScreen() {
  const { t } = useLingui()
  const { pathname }: { readonly pathname: string } = useLocation()
  const id = pathname.split('/')[2] ?? ''
  const { data, state, stale, fetchedAt, error, refresh } = useCached(botPoster, { id })
  return (
    <Page title={data ? t`QR code: ${data.name}` : t`QR code`} lead={data?.project}>
      {state === 'loading' && <Skeleton rows={2} height="16rem" />}
      {state === 'failed' && <FailedState error={error} onRetry={refresh} />}
      {data && (
        <>
          {stale && <OfflineCopy at={fetchedAt} />}
          <Card padding="site">
            <Code>
              <QrCode text={data.address} label={t`QR code for ${data.name}`} level="Q" />
            </Code>
            <Short>{data.short}</Short>
          </Card>
          <Row>
            <LinkButton kind="primary" icon="download" target="_blank" rel="noopener" href={posterAddress(id, 'a4')}>
              {t`Poster, A4`}
            </LinkButton>
            <LinkButton icon="download" target="_blank" rel="noopener" href={posterAddress(id, 'letter')}>
              {t`Poster, Letter`}
            </LinkButton>
          </Row>
        </>
      )}
    </Page>
  )
}
