import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { chakra } from '../chakra.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { CameraView } from './CameraView.tsx'
import { type CodeKind, readPhoto } from './makeReader.ts'
import { type CameraState, useCodeCamera } from './useCodeCamera.ts'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' } })

interface CodeScannerProps {
  readonly kind: CodeKind
  /** Starts the camera without a press: the person has asked for it. */
  readonly startsAtOnce: boolean
  /** Gets each text that was read. */
  readonly onCode: (text: string) => void
}

/** Reads one code with the camera or from a photo, and says what to do if the camera is not there. Works offline. */
export function CodeScanner({ kind, startsAtOnce, onCode }: CodeScannerProps) {
  const { t } = useLingui()
  const file = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState(false)
  const camera = useCodeCamera((text) => {
    onCode(text)
    return false
  }, kind)
  const { state, lit, start } = camera
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !startsAtOnce) return
    begun.current = true
    void start()
  }, [start, startsAtOnce])

  const photo = async (picked: File | undefined) => {
    if (!picked) return
    setUnread(false)
    const text = await readPhoto(picked, kind).catch(() => undefined)
    if (text === undefined) setUnread(true)
    else onCode(text)
  }
  const press = () => {
    setUnread(false)
    return start()
  }
  return (
    <>
      {camera.on ? <CameraView camera={camera} label={t`What the camera sees`} /> : <CameraOff state={state} onStart={press} />}
      {unread && <Notice level="warning">{t`No code was found in this photo. Go closer, and take it straight from the front.`}</Notice>}
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
          aria-label={t`Photo of a code`}
          onChange={(event) => {
            void photo(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </Row>
    </>
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
