import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { CameraView } from '../../ui/code-camera/CameraView.tsx'
import { readPhoto } from '../../ui/code-camera/makeReader.ts'
import { type CameraState, useCodeCamera } from '../../ui/code-camera/useCodeCamera.ts'
import { type Scanned, whatIs } from './scanned.ts'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' } })
const Read = chakra('p', { base: { margin: '0', overflowWrap: 'anywhere', userSelect: 'text' } })

/**
 * Scan: opens a code of this site in the app; for a foreign code it shows the address and asks first. Works
 * offline.
 */
export function ScanScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const file = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Exclude<Scanned, { kind: 'own' }>>()
  const [unread, setUnread] = useState(false)

  const take = (text: string) => {
    const scanned = whatIs(text, location.origin)
    if (scanned.kind === 'own') void router.navigate({ href: scanned.href })
    else setFound(scanned)
    return false
  }
  const camera = useCodeCamera(take)
  const { state, lit } = camera
  const start = () => {
    setUnread(false)
    return camera.start()
  }

  const photo = async (picked: File | undefined) => {
    if (!picked) return
    setUnread(false)
    const text = await readPhoto(picked).catch(() => undefined)
    if (text === undefined) setUnread(true)
    else take(text)
  }

  if (found) {
    const again = () => {
      setFound(undefined)
      camera.stop()
      void start()
    }
    return (
      <Page title={t`Scan`}>
        <ForeignCode found={found} onAgain={again} />
      </Page>
    )
  }

  return (
    <Page title={t`Scan`} lead={t`Hold the camera over a QR code of this site.`}>
      {camera.on ? <CameraView camera={camera} label={t`What the camera sees`} /> : <CameraOff state={state} onStart={start} />}
      {unread && <Notice level="warning">{t`No QR code was found in this photo. Go closer, and take it straight from the front.`}</Notice>}
      <Row>
        {lit !== undefined && (
          <Button icon="sun" aria-pressed={lit} onClick={camera.light}>
            {lit ? t`Light off` : t`Light on`}
          </Button>
        )}
        <Button icon="image" onClick={() => file.current?.click()}>
          {t`Choose a photo`}
        </Button>
        {camera.on && (
          <Button kind="quiet" icon="close" onClick={camera.stop}>
            {t`Stop the camera`}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/*"
          hidden
          aria-label={t`Photo of a QR code`}
          onChange={(event) => {
            void photo(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Row>
    </Page>
  )
}

/** What a code holds that does not lead to this site. */
function ForeignCode({ found, onAgain }: { readonly found: Exclude<Scanned, { kind: 'own' }>; readonly onAgain: () => void }) {
  const { t } = useLingui()
  if (found.kind === 'foreign')
    return (
      <EmptyState
        icon="globe"
        title={t`This code opens another site`}
        action={
          <Row>
            <LinkButton href={found.url} target="_blank" rel="noopener noreferrer">
              {t`Open ${found.host}`}
            </LinkButton>
            <Button kind="primary" icon="camera" onClick={onAgain}>
              {t`Scan again`}
            </Button>
          </Row>
        }
      >
        <Trans>Open it only if you trust the person who put up the code.</Trans>
        <Read>{found.url}</Read>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="alert"
      title={t`This code contains no address`}
      action={
        <Button kind="primary" icon="camera" onClick={onAgain}>
          {t`Scan again`}
        </Button>
      }
    >
      <Trans>It says:</Trans>
      <Read>{found.text === '' ? '–' : found.text.slice(0, 300)}</Read>
    </EmptyState>
  )
}

function CameraOff({ state, onStart }: { readonly state: CameraState; readonly onStart: () => Promise<void> }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="camera"
      title={state === 'denied' ? t`The camera is not allowed` : t`Your camera reads the code`}
      action={
        state === 'none' || state === 'insecure' ? undefined : (
          <Button kind="primary" icon="camera" busy={state === 'starting'} onClick={onStart}>
            {state === 'denied' ? t`Try again` : t`Use the camera`}
          </Button>
        )
      }
    >
      <CameraOffReason state={state} />
    </EmptyState>
  )
}

function CameraOffReason({ state }: { readonly state: CameraState }) {
  switch (state) {
    case 'denied':
      return <Trans>Allow the camera for this site in the settings of your browser, then try again. Or choose a photo of the code.</Trans>
    case 'none':
      return <Trans>No camera was found, or another app is using it. You can choose a photo of the code.</Trans>
    case 'insecure':
      return <Trans>The camera needs an address that begins with https. You can choose a photo of the code.</Trans>
    default:
      return <Trans>Your browser asks whether this site may use it. The picture stays on this device: nothing is recorded or sent.</Trans>
  }
}
