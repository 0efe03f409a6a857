import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { pollEvery } from '../../../contract/rules/progress.ts'
import { safeHref } from '../../lib/safeHref.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import type { PlayerProps } from './FilePlayer.tsx'
import { Glyph } from './Glyph.tsx'
import { firstGap } from './meter.ts'
import { type FrameNews, messageOf } from './players/FramedPlayer.ts'
import { vimeo } from './players/vimeo.ts'
import { youtube } from './players/youtube.ts'
import type { Provider } from './provider.ts'
import { heldBy, Trouble } from './Trouble.tsx'
import { useMeter } from './useMeter.ts'
import * as styles from './video.module.css'

/** Timeout for the player's first message, ms. */
const patience = 15_000

interface FrameProps extends PlayerProps {
  readonly provider: Extract<Provider, { kind: 'youtube' | 'vimeo' }>
}

/** A YouTube or Vimeo video in the provider's own player, in a frame; needs a connection. */
export function FramePlayer(props: FrameProps) {
  const { title, progress, waiting } = props
  const { t } = useLingui()
  const online = useOnline()
  const { frame, player, shown, held, playing, ended, attempt, gap, at, say, retry } = useFramedPlayer(props)
  if (shown === 'failed' || (!online && shown !== 'ready')) {
    return (
      <Trouble online={online} held={held} onRetry={retry}>
        {online
          ? t`The video could not be opened. Try again, or ask the author of the form whether it still exists.`
          : t`This video needs a connection. Go to where there is signal and try again.`}
      </Trouble>
    )
  }
  return (
    <>
      <div className={styles.frame}>
        {waiting ? null : (
          <iframe
            key={attempt}
            ref={frame}
            src={safeHref(player.src)}
            title={title}
            allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
            // The provider refuses to play for a page that hides its origin.
            referrerPolicy="strict-origin-when-cross-origin"
          />
        )}
        {shown === 'waiting' ? (
          <div className={styles.wait} role="status" aria-label={t`Opening the video…`}>
            <Spinner />
          </div>
        ) : null}
      </div>
      <div className={styles.bar}>
        <Button kind="primary" disabled={shown !== 'ready'} onClick={() => say(playing ? player.pause : player.play)}>
          <Glyph name={playing ? 'pause' : 'play'} />
          {playing ? t`Pause` : t`Play`}
        </Button>
        <Button aria-label={t`Back ${10} seconds`} disabled={shown !== 'ready'} onClick={() => say(player.seek(Math.max(0, at() - 10)))}>
          <Glyph name="again" />
          10
        </Button>
      </div>
      {ended && gap !== undefined && !progress.hasWatchedVideo ? (
        <Button
          full
          onClick={() => {
            say(player.seek(gap))
            say(player.play)
          }}
        >
          {t`Play the missing parts`}
        </Button>
      ) : null}
    </>
  )
}

/** Exchanges messages with the player in the frame; what it reported last. */
function useFramedPlayer({ provider, progress, hidePlayBar, onSeen }: FrameProps) {
  const { i18n } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const state = useRef({ at: 0, duration: 0, playing: false, heard: 0 })
  const [shown, setShown] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [held, setHeld] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [ended, setEnded] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const options = { bar: !hidePlayBar, language: i18n.locale, origin: location.origin }
  const [player] = useState(() =>
    provider.kind === 'youtube' ? youtube(provider.id, options) : vimeo(provider.id, { ...options, hash: provider.hash }),
  )
  const bits = progress.watchedVideo ?? ''
  const gap = firstGap(bits)
  // No sample until the player has reported its duration. Between two reports the position is unchanged,
  // which does not mean that the video stopped: see Meter.
  const look = useMeter(() => (state.current.duration > 0 ? { ...state.current } : undefined), bits, onSeen)
  const start = useRef(progress.hasWatchedVideo ? undefined : gap)
  const say = (text: string) => frame.current?.contentWindow?.postMessage(text, player.origin)

  useEffect(() => {
    const post = (texts: readonly string[]) => {
      for (const text of texts) frame.current?.contentWindow?.postMessage(text, player.origin)
    }
    let ready = false
    const fail = () => {
      setHeld(heldBy(frame.current))
      setShown('failed')
    }
    const follow = (news: FrameNews) => {
      const now = state.current
      state.current = { ...now, at: news.at ?? now.at, duration: news.duration ?? now.duration, playing: news.playing ?? now.playing }
      if (news.playing !== undefined) setPlaying(news.playing)
      if (news.ended !== undefined) setEnded(news.ended)
    }
    const receive = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== player.origin) return
      const message = messageOf(event.data)
      const news = message && player.read(message)
      if (!news) return
      if (news.failed) return fail()
      if (news.hello) post(player.hello)
      if ((news.ready || news.hello) && !ready) {
        ready = true
        setShown('ready')
        if (start.current) post([player.seek(start.current)])
      }
      if (news.rate !== undefined && news.rate > 1) post([player.normalSpeed])
      follow(news)
      look()
    }
    addEventListener('message', receive)
    const timer = setInterval(() => post(ready ? player.poll : player.hello), pollEvery)
    const late = setTimeout(() => {
      if (!ready) fail()
    }, patience)
    return () => {
      removeEventListener('message', receive)
      clearInterval(timer)
      clearTimeout(late)
    }
  }, [attempt, look, player])

  const retry = () => {
    setShown('waiting')
    setAttempt(attempt + 1)
  }
  /** The position, seconds. */
  const at = () => state.current.at
  return { frame, player, shown, held, playing, ended, attempt, gap, at, say, retry }
}
