import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { discardOp, type OutboxView, reopenOp, retryOp } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { DiscardDialog } from '../../ui/overlays/DiscardDialog.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { bytesText } from './bytesText.ts'
import { nameOf, pageOf } from '../../lib/pageOf.ts'

const ReviewDialog = lazy(() => import('../../answers/ReviewDialog.tsx').then((module) => ({ default: module.ReviewDialog })))

const Top = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'flex-start', justifyContent: 'space-between' },
})
const Title = chakra('h3', { base: { textStyle: 'label' } })
const Words = chakra('p', { base: { marginTop: '3' } })
const Again = chakra('p', { base: { marginTop: '3', textStyle: 'small', fontWeight: 'semibold' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '3' } })
const Bar = chakra('progress', {
  base: {
    display: 'block',
    width: 'full',
    height: '6px',
    marginTop: '3',
    border: '0',
    borderRadius: 'full',
    overflow: 'hidden',
    appearance: 'none',
    bg: 'bg.hover',
    '&::-webkit-progress-bar': { bg: 'bg.hover' },
    '&::-webkit-progress-value': { bg: 'status.sending', borderRadius: 'full' },
    '&::-moz-progress-bar': { bg: 'status.sending' },
  },
})
const Files = chakra('ul', { base: { display: 'grid', gap: '1.5', marginTop: '3', listStyle: 'none', padding: '0' } })
const FileRow = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '2',
    textStyle: 'small',
    color: 'fg.muted',
  },
})
const FileName = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: 'fg.default' } })

const deliveries: Readonly<Record<OutboxView['state'], Delivery>> = {
  queued: 'saved',
  blocked: 'saved',
  sending: 'sending',
  parked: 'needsYou',
  conflict: 'needsYou',
  authWait: 'needsYou',
}

const fileDeliveries: Readonly<Record<OutboxView['files'][number]['state'], Delivery>> = {
  local: 'saved',
  uploading: 'sending',
  up: 'sent',
}

/** One save that is not delivered: its content, its state, the reason, and the actions for it. */
export function SaveCard({ save }: { readonly save: OutboxView }) {
  const { i18n } = useLingui()
  const title = save.title || nameOf(save.path)
  const at = i18n.date(new Date(save.clientAt), { dateStyle: 'medium', timeStyle: 'short' })
  const later = save.state === 'queued' && save.nextAt > Date.now()
  const next = later ? i18n.date(new Date(save.nextAt), { timeStyle: 'medium' }) : ''
  return (
    <Card data-save={save.opId} data-state={save.state}>
      <Top>
        <div style={{ minWidth: 0, flex: '1 1 12rem' }}>
          <Title>{title}</Title>
          <Small>{at}</Small>
        </div>
        <DeliveryMark state={deliveries[save.state]} percent={save.state === 'sending' ? save.percent : undefined} />
      </Top>
      <Words>{save.words}</Words>
      {later && (
        <Small>
          <Trans>Next try at {next}.</Trans>
        </Small>
      )}
      {save.state === 'sending' && <Bar value={save.percent} max={100} aria-label={title} />}
      {save.files.length > 0 && <SaveFiles files={save.files} />}
      <SaveActions save={save} title={title} />
    </Card>
  )
}

function SaveFiles({ files }: { readonly files: OutboxView['files'] }) {
  const { i18n } = useLingui()
  const arrived = files.filter((file) => file.state === 'up').length
  const all = files.length
  return (
    <>
      <Again>
        <Trans>
          {arrived} of {all} files have arrived
        </Trans>
      </Again>
      <Files>
        {files.map((file) => (
          <FileRow key={file.id}>
            <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} size={18} />
            <FileName>
              {file.filename} <span style={{ color: 'var(--m-colors-fg-subtle)' }}>{bytesText(file.size, i18n.locale)}</span>
            </FileName>
            <DeliveryMark state={fileDeliveries[file.state]} percent={file.state === 'uploading' ? file.percent : undefined} />
          </FileRow>
        ))}
      </Files>
    </>
  )
}

function SaveActions({ save, title }: { readonly save: OutboxView; readonly title: string }) {
  const { t } = useLingui()
  const router = useRouter()
  const [discarding, setDiscarding] = useState(false)
  const [reviewing, setReviewing] = useState(false)
  const stopped = save.state === 'parked' || save.state === 'conflict'

  const edit = async () => {
    const { address, recordPath } = await reopenOp(save.opId)
    await router.navigate({ href: address ? pageOf(address) : `/frontend/${recordPath}` })
  }

  return (
    <>
      <Buttons>
        {save.state === 'conflict' && save.editable && (
          <Button kind="primary" icon="people" onClick={() => setReviewing(true)}>
            {t`Compare and choose`}
          </Button>
        )}
        {stopped && save.editable && (
          <Button icon="edit" onClick={edit}>
            {t`Edit`}
          </Button>
        )}
        {save.state === 'parked' && (
          <Button icon="refresh" onClick={() => retryOp(save.opId)}>
            {t`Retry`}
          </Button>
        )}
        <Button
          kind="quiet"
          icon="trash"
          disabled={save.state === 'sending' || save.asking}
          style={{ marginInlineStart: 'auto' }}
          onClick={() => setDiscarding(true)}
        >
          {t`Discard`}
        </Button>
      </Buttons>
      {reviewing && (
        <Suspense>
          <ReviewDialog opId={save.opId} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
      {discarding && <DiscardSaveDialog opId={save.opId} title={title} onClose={() => setDiscarding(false)} />}
    </>
  )
}

interface DiscardProps {
  readonly opId: string
  readonly title: string
  readonly onClose: () => void
}

function DiscardSaveDialog({ opId, title, onClose }: DiscardProps) {
  const { t } = useLingui()
  return (
    <DiscardDialog
      title={t`Discard this?`}
      onClose={onClose}
      onDiscard={async () => {
        await discardOp(opId)
        onClose()
        toast(t`Discarded`)
      }}
    >
      <p>
        <Trans>“{title}” and its files will be deleted from this device. They are not on the server, so no one else has them.</Trans>
      </p>
    </DiscardDialog>
  )
}
