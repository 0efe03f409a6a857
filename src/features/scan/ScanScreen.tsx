import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { makeReader, readPhoto } from './readCode.ts'
import { type Scanned, whatIs } from './scanned.ts'

/** ms between two looks at the picture. */
const lookEvery = 150

const View = chakra('div', {
  base: {
    position: 'relative',
    borderRadius: 'lg',
    overflow: 'hidden',
    bg: 'black',
    aspectRatio: '3 / 4',
    maxHeight: '60dvh',
    width: 'full',
  },
})
const Video = chakra('video', { base: { width: 'full', height: 'full', objectFit: 'cover' } })
const Aim = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    margin: 'auto',
    width: '62%',
    aspectRatio: '1',
    borderRadius: 'lg',
    border: '4px solid white',
    boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.35)',
    pointerEvents: 'none',
  },
})
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' } })
const Read = chakra('p', { base: { margin: '0', overflowWrap: 'anywhere', userSelect: 'text' } })

type CameraState = 'asks' | 'starting' | 'on' | 'denied' | 'none' | 'insecure'

interface Torch {
  readonly torch?: boolean
}

/** Scan: opens a code of this site in the app, shows where others lead and asks first, and works without a connection. */
export function ScanScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const video = useRef<HTMLVideoElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [camera, setCamera] = useState<CameraState>('asks')
  const [stream, setStream] = useState<MediaStream>()
  const [lit, setLit] = useState<boolean>()
  const [found, setFound] = useState<Exclude<Scanned, { kind: 'own' }>>()
  const [unread, setUnread] = useState(false)

  const take = useCallback(
    (text: string) => {
      const scanned = whatIs(text, location.origin)
      if (scanned.kind === 'own') void router.navigate({ href: scanned.href })
      else setFound(scanned)
    },
    [router],
  )

  const start = useCallback(async () => {
    setUnread(false)
    const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
    if (!devices?.getUserMedia) return setCamera(globalThis.isSecureContext ? 'none' : 'insecure')
    setCamera('starting')
    try {
      setStream(await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }))
      setCamera('on')
    } catch (error) {
      setCamera((error as DOMException).name === 'NotAllowedError' ? 'denied' : 'none')
    }
  }, [])

  // Whoever has allowed it before is not asked to press first.
  useEffect(() => {
    const ask = (navigator as { permissions?: Permissions }).permissions
    void ask
      ?.query({ name: 'camera' as PermissionName })
      .then(({ state }) => (state === 'granted' ? start() : undefined))
      .catch(() => undefined)
  }, [start])

  useEffect(() => {
    const element = video.current
    const [track] = stream?.getVideoTracks() ?? []
    if (!stream || !element || !track) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    element.srcObject = stream
    void element.play().catch(() => undefined)
    if ((track.getCapabilities?.() as Torch | undefined)?.torch) setLit(false)
    void makeReader().then((read) => {
      const look = async () => {
        if (gone) return
        const text = element.readyState >= 2 ? await read(element).catch(() => undefined) : undefined
        if (gone) return
        if (text !== undefined && text !== '') return take(text)
        timer = setTimeout(() => void look(), lookEvery)
      }
      void look()
    })
    return () => {
      gone = true
      clearTimeout(timer)
      setLit(undefined)
      for (const each of stream.getTracks()) each.stop()
    }
  }, [stream, take])

  const stop = () => {
    setStream(undefined)
    setCamera('asks')
  }

  const light = async () => {
    const next = lit !== true
    await stream
      ?.getVideoTracks()[0]
      ?.applyConstraints({ advanced: [{ torch: next } as Torch as MediaTrackConstraintSet] })
      .catch(() => undefined)
    setLit(next)
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
      stop()
      void start()
    }
    return (
      <Page title={t`Scan`}>
        {found.kind === 'foreign' ? (
          <EmptyState
            icon="globe"
            title={t`This code leads to another site`}
            action={
              <Row>
                <LinkButton href={found.url} target="_blank" rel="noopener noreferrer">
                  {t`Open ${found.host}`}
                </LinkButton>
                <Button kind="primary" icon="camera" onClick={again}>
                  {t`Scan again`}
                </Button>
              </Row>
            }
          >
            <Trans>Open it only if you trust who put the code there.</Trans>
            <Read>{found.url}</Read>
          </EmptyState>
        ) : (
          <EmptyState
            icon="alert"
            title={t`This code holds no address`}
            action={
              <Button kind="primary" icon="camera" onClick={again}>
                {t`Scan again`}
              </Button>
            }
          >
            <Trans>It says:</Trans>
            <Read>{found.text === '' ? '–' : found.text.slice(0, 300)}</Read>
          </EmptyState>
        )}
      </Page>
    )
  }

  return (
    <Page title={t`Scan`} lead={t`Hold the camera over a QR code of this site.`}>
      {stream ? (
        <View>
          <Video ref={video} muted playsInline aria-label={t`What the camera sees`} />
          <Aim />
        </View>
      ) : (
        <EmptyState
          icon="camera"
          title={camera === 'denied' ? t`The camera is not allowed` : t`Your camera reads the code`}
          action={
            camera === 'none' || camera === 'insecure' ? undefined : (
              <Button kind="primary" icon="camera" busy={camera === 'starting'} onClick={start}>
                {camera === 'denied' ? t`Try again` : t`Use the camera`}
              </Button>
            )
          }
        >
          {camera === 'denied' ? (
            <Trans>Allow the camera for this site in the settings of your browser, then try again. Or choose a photo of the code.</Trans>
          ) : camera === 'none' ? (
            <Trans>No camera was found, or another app is using it. You can choose a photo of the code.</Trans>
          ) : camera === 'insecure' ? (
            <Trans>The camera needs an address that begins with https. You can choose a photo of the code.</Trans>
          ) : (
            <Trans>Your browser asks whether this site may use it. The picture stays on this device: nothing is recorded or sent.</Trans>
          )}
        </EmptyState>
      )}
      {unread && <Notice level="warning">{t`No QR code was found on this photo. Take it from nearer, straight from the front.`}</Notice>}
      <Row>
        {lit !== undefined && (
          <Button icon="sun" aria-pressed={lit} onClick={light}>
            {lit ? t`Light off` : t`Light on`}
          </Button>
        )}
        <Button icon="image" onClick={() => file.current?.click()}>
          {t`Choose a photo`}
        </Button>
        {stream && (
          <Button kind="quiet" icon="close" onClick={stop}>
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
