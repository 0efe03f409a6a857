import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useOwner } from '../../store/identity/useOwner.ts'
import { makeReady, type ReadyFacts, stopReady, useReadyFacts } from '../../store/queries/readiness.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useDevice } from './useDevice.ts'
import { useReadyItems } from './useReadyItems.tsx'
import { useSize } from './useSize.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '2', listStyle: 'none', padding: '0', margin: '0' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'start',
    gap: '3',
    padding: '4',
    borderRadius: 'md',
    bg: 'bg.surface',
    boxShadow: 'card',
    overflowWrap: 'anywhere',
    borderInlineStart: '6px solid',
    borderColor: 'status.needsYou',
    '&[data-ready=true]': { borderColor: 'status.sent' },
    '& > svg': { color: 'status.needsYou', marginTop: '0.125rem' },
    '&[data-ready=true] > svg': { color: 'status.sent' },
  },
})
const Name = chakra('span', { base: { display: 'block', textStyle: 'label' } })
const State = chakra('span', { base: { display: 'block', color: 'fg.muted' } })
const Do = chakra('div', { base: { marginTop: '2' } })
const Work = chakra('section', { base: { display: 'grid', gap: '3' } })
const Bar = chakra('progress', { base: { width: 'full', height: '0.75rem', accentColor: 'var(--m-colors-status-sent)' } })
const Sum = chakra('p', { base: { margin: '0', textStyle: 'heading' } })

/**
 * Ready for site: whether all pages that a person needs today open offline, and advice for those that do not.
 */
export function ReadyScreen() {
  const { t } = useLingui()
  const owner = useOwner()
  const facts = useReadyFacts()
  const { device, protect } = useDevice(facts?.plan?.pdfUse)
  const items = useReadyItems(facts, device, { protect, fetchNow: () => void makeReady(owner) })
  if (!owner.startsWith('u:'))
    return (
      <Page title={t`Ready for site`}>
        <EmptyState icon="key" title={t`Sign in first`} action={<LinkButton href="/sign-in">{t`Sign in`}</LinkButton>}>
          <Trans>What you need on site depends on your projects.</Trans>
        </EmptyState>
      </Page>
    )
  if (!facts || !items)
    return (
      <Page title={t`Ready for site`}>
        <Skeleton rows={6} />
      </Page>
    )
  const missing = items.filter((item) => !item.ready).length
  return (
    <Page title={t`Ready for site`} lead={t`Check this before you leave coverage.`}>
      <Sum role="status">
        {missing === 0 ? (
          <Trans>Everything you need is on this device.</Trans>
        ) : (
          <Plural value={missing} one="# thing is not ready" other="# things are not ready" />
        )}
      </Sum>
      <Making facts={facts} owner={owner} />
      <List>
        {items.map(({ key, name, ready, state, todo }) => (
          <Row key={key} data-ready={ready} data-item={key}>
            <Icon name={ready ? 'checkCircle' : 'alert'} size={24} />
            <div>
              <Name>
                {name}: {ready ? t`ready` : t`not ready`}
              </Name>
              <State>{state}</State>
              {!ready && todo && <Do>{todo}</Do>}
            </div>
          </Row>
        ))}
      </List>
    </Page>
  )
}

/** The only button, and its progress. */
function Making({ facts, owner }: { readonly facts: ReadyFacts; readonly owner: string }) {
  const { t } = useLingui()
  const online = useOnline()
  const { plan, media } = facts
  const files = facts.pdfs.of + facts.videos.of
  const filesHere = facts.pdfs.here + facts.videos.here
  const isOnItsWay = plan?.state === 'kept' && plan.byItself !== true && filesHere < files && !media.full && online
  if (plan && (plan.state === 'running' || isOnItsWay))
    return <Progress plan={plan} files={files} filesHere={filesHere} fileBytes={media.have} owner={owner} />
  return (
    <Work>
      {plan?.state === 'failed' && <State role="alert">{t`The server did not send everything. Sign in again, then try once more.`}</State>}
      <div>
        <Button kind="primary" icon="download" onClick={() => makeReady(owner)}>
          {plan?.state === 'kept' && plan.byItself !== true ? t`Check again` : t`Make ready`}
        </Button>
      </div>
    </Work>
  )
}

interface ProgressProps {
  readonly plan: NonNullable<ReadyFacts['plan']>
  readonly files: number
  readonly filesHere: number
  readonly fileBytes: number
  readonly owner: string
}

function Progress({ plan, files, filesHere, fileBytes, owner }: ProgressProps) {
  const { t } = useLingui()
  const online = useOnline()
  const size = useSize()
  const done = plan.done + filesHere
  const total = Math.max(plan.total + files, 1)
  const bytes = size(plan.bytes + fileBytes)
  return (
    <Work aria-label={t`Make ready`}>
      <State>
        {plan.why === undefined || online ? (
          <Trans>
            {done} of {total} are here, {bytes}
          </Trans>
        ) : (
          <Trans>No connection. It continues when there is one.</Trans>
        )}
      </State>
      <Bar max={total} value={done} aria-label={t`Make ready`} />
      <div>
        <Button icon="close" onClick={() => stopReady(owner)}>
          {t`Cancel`}
        </Button>
      </div>
    </Work>
  )
}
