import { bringTalk } from '../../../contract/endpoints/chat.ts'
import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { discardOp, type OutboxView, reopenOp, retryOp } from '../../store/outbox/queue.ts'
import { holdOp } from '../../store/outbox/holdOp.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { bytesText } from './bytesText.ts'
import { saveTitle } from '../../answers/saveTitle.ts'
import { pageOf } from '../../lib/pageOf.ts'

const ReviewDialog = lazy(() => import('../../answers/ReviewDialog.tsx').then((module) => ({ default: module.ReviewDialog })))

const Top = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'flex-start', justifyContent: 'space-between' },
})
const Title = chakra('h3', { base: { textStyle: 'label' } })
const Words = chakra('p', { base: { marginTop: '3' } })
const Again = chakra('p', { base: { marginTop: '3', textStyle: 'small', fontWeight: 'semibold' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '3' } })
/** At the end of the row, where there is room for one. */
const Last = chakra('span', { base: { marginInlineStart: { base: '0', sm: 'auto' } } })
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

const signedTalk = `${bringTalk.method} ${bringTalk.path}`

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
  const title = saveTitle(save)
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
      {save.kind === signedTalk && (
        <Small>
          <Trans>The crew signed this talk, so it can’t be changed. Discard it to hold it again.</Trans>
        </Small>
      )}
      {later && (
        <Small>
          <Trans>Next try at {next}.</Trans>
        </Small>
      )}
      {save.state === 'sending' && <Bar value={save.percent} max={100} aria-label={title} />}
      {save.files.length > 0 && <SaveFiles files={save.files} />}
      <SaveActions save={save} />
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

/** Time to take a discard back, and time for which the outbox does not send that save, ms. */
const undoFor = 20_000
const heldFor = 2 * undoFor

/** Discards a save after a while, or when the screen closes. */
function useDiscard(opId: string) {
  const { t } = useLingui()
  const [discarding, setDiscarding] = useState(false)
  const isOpen = useRef(false)
  const finish = useCallback(async () => {
    if (!isOpen.current) return
    isOpen.current = false
    await discardOp(opId)
  }, [opId])
  useEffect(() => {
    if (!discarding) return undefined
    const timer = setTimeout(() => void finish(), undoFor)
    return () => clearTimeout(timer)
  }, [discarding, finish])
  useEffect(() => {
    const leave = () => void finish()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [finish])
  return {
    discarding,
    discard: async () => {
      if (!(await holdOp(opId, heldFor))) return toast(t`It is being sent now.`)
      isOpen.current = true
      setDiscarding(true)
    },
    undo: async () => {
      isOpen.current = false
      setDiscarding(false)
      await retryOp(opId)
    },
  }
}

function SaveActions({ save }: { readonly save: OutboxView }) {
  const { t } = useLingui()
  const router = useRouter()
  const { discarding, discard, undo } = useDiscard(save.opId)
  const [reviewing, setReviewing] = useState(false)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (discarding) undoButton.current?.focus()
  }, [discarding])

  const edit = async () => {
    const { address, recordPath } = await reopenOp(save.opId)
    await router.navigate({ href: address ? pageOf(address) : `/frontend/${recordPath}` })
  }
  if (discarding)
    return (
      <Buttons>
        <Again role="status">
          <Trans>Discarded. It is deleted for good in 20 seconds, or when you leave this page.</Trans>
        </Again>
        <Button ref={undoButton} icon="back" onClick={undo}>
          {t`Undo`}
        </Button>
      </Buttons>
    )
  return (
    <>
      <Buttons>
        {save.state === 'conflict' && save.editable && (
          <Button kind="primary" icon="people" onClick={() => setReviewing(true)}>
            {t`Compare and choose`}
          </Button>
        )}
        {save.editable && (
          <Button icon="edit" onClick={edit}>
            {t`Edit`}
          </Button>
        )}
        {save.state === 'parked' && (
          <Button icon="refresh" onClick={() => retryOp(save.opId)}>
            {t`Retry`}
          </Button>
        )}
        {save.state === 'queued' && (
          <Button
            icon="send"
            onClick={async () => {
              await retryOp(save.opId)
              if (!navigator.onLine) toast(t`No connection. It is sent as soon as there is one.`)
            }}
          >
            {t`Send now`}
          </Button>
        )}
        <Last>
          <Button kind="quiet" icon="trash" disabled={save.state === 'sending' || save.asking} onClick={discard}>
            {t`Discard`}
          </Button>
        </Last>
      </Buttons>
      {reviewing && (
        <Suspense>
          <ReviewDialog opId={save.opId} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </>
  )
}
