import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type CodeKind, makeReader } from './makeReader.ts'

/** Interval of the reads of the camera image, ms. */
const lookEvery = 150

export type CameraState = 'asks' | 'starting' | 'on' | 'denied' | 'none' | 'insecure'

export interface CodeCamera {
  readonly state: CameraState
  readonly on: boolean
  readonly video: RefObject<HTMLVideoElement | null>
  /** Whether the light is on; undefined if the camera has none. */
  readonly lit: boolean | undefined
  start(): Promise<void>
  stop(): void
  light(): Promise<void>
}

interface Torch {
  readonly torch?: boolean
}

/**
 * Uses the camera as a reader of codes. `take` gets the text of each code and returns whether the camera
 * continues. A code that stays in view is reported again, at most every `lookEvery` ms. Nothing is recorded.
 */
export function useCodeCamera(take: (text: string) => boolean, kind: CodeKind = 'qr'): CodeCamera {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('asks')
  const [stream, setStream] = useState<MediaStream>()
  const [lit, setLit] = useState<boolean>()
  const taker = useRef(take)
  taker.current = take

  const start = useCallback(async () => {
    const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
    if (!devices?.getUserMedia) return setState(globalThis.isSecureContext ? 'none' : 'insecure')
    setState('starting')
    try {
      setStream(await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false }))
      setState('on')
    } catch (error) {
      setState((error as DOMException).name === 'NotAllowedError' ? 'denied' : 'none')
    }
  }, [])

  // If the camera permission was granted before, start without a press.
  useEffect(() => {
    const ask = (navigator as { permissions?: Permissions }).permissions
    void ask
      ?.query({ name: 'camera' as PermissionName })
      .then(({ state: known }) => (known === 'granted' ? start() : undefined))
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
    void makeReader(kind).then((read) => {
      const look = async () => {
        if (gone) return
        const text = element.readyState >= 2 ? await read(element).catch(() => undefined) : undefined
        if (gone) return
        if (text !== undefined && text !== '' && !taker.current(text)) return
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
  }, [stream, kind])

  const stop = useCallback(() => {
    setStream(undefined)
    setState('asks')
  }, [])
  const light = async () => {
    const next = lit !== true
    await stream
      ?.getVideoTracks()[0]
      ?.applyConstraints({ advanced: [{ torch: next } as Torch as MediaTrackConstraintSet] })
      .catch(() => undefined)
    setLit(next)
  }
  return { state, on: stream !== undefined, video, lit, start, stop, light }
}
