import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState, type VideoHTMLAttributes } from 'react'
import type { LessonProgress } from '../../../contract/rules/progress.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useKeptSet } from '../../store/media/useKeptSet.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { KeepLine } from '../../ui/watched/KeepLine.tsx'
import { Glyph } from './Glyph.tsx'
import { clock, firstGap } from './meter.ts'
import { heldBy, Trouble } from './Trouble.tsx'
import { useMeter } from './useMeter.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import * as styles from './video.module.css'
import * as controls from '../../ui/controls/controls.module.css'

export interface Caption {
  readonly src: string
  readonly lang: string
  readonly label: string
}

export interface PlayerProps {
  readonly title: string
  readonly progress: LessonProgress
  readonly hidePlayBar: boolean
  /** The player keeps its place and loads no video. */
  readonly waiting: boolean
  onSeen(seen: LessonProgress): void
}

interface FileProps extends PlayerProps {
  readonly src: string
  readonly captions: readonly Caption[]
  readonly keep: boolean | undefined
}

type VideoEvents = Pick<
  VideoHTMLAttributes<HTMLVideoElement>,
  'onLoadedMetadata' | 'onDurationChange' | 'onTimeUpdate' | 'onSeeking' | 'onPlay' | 'onPause' | 'onEnded' | 'onRateChange' | 'onError'
>

/** Seconds of the back button. */
const back = 10

/** The caption in the user's language, otherwise in its base language (`es` for `es-MX`). */
const captionFor = (captions: readonly Caption[], language: string) =>
  captions.find(({ lang }) => lang.toLowerCase() === language) ?? captions.find(({ lang }) => lang.split('-')[0] === language.split('-')[0])

/** Shows the caption of one language, or none. */
function showWords(video: HTMLVideoElement | null, lang: string | undefined): void {
  for (const track of video?.textTracks ?? []) track.mode = track.language === lang ? 'showing' : 'disabled'
}

/**
 * Plays a video file, with buttons that work with gloves. Playback resumes at the first unwatched second, and
 * skipped parts are offered at the end.
 */
export function FilePlayer(props: FileProps) {
  const { src, captions, title, progress, hidePlayBar, waiting, keep } = props
  const { t } = useLingui()
  const online = useOnline()
  const kept = useKeptSet([src, ...captions.map((caption) => caption.src)], useOwner(), keep)
  const playback = usePlayback(props)
  const { video, at, duration, ended, failed, attempt, gap, play, toggle, go, events } = playback
  const keepLine = kept ? <KeepLine {...kept} online={online} onKeep={kept.keep} onRemove={kept.remove} /> : null

  if (failed) {
    return (
      <>
        <Trouble online={online} held={failed.held} onRetry={playback.retry}>
          {online
            ? t`This video can't be played on this device. Try again, or ask the author of the form for another copy.`
            : t`This video is not on this device and there is no connection. Go to where there is signal and try again.`}
        </Trouble>
        {keepLine}
      </>
    )
  }
  const position = clock(at)
  const length = clock(duration)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions of the form are its children */}
      <video
        key={attempt}
        ref={video}
        className={styles.video}
        src={waiting ? undefined : src}
        playsInline
        preload="metadata"
        controlsList="nodownload noplaybackrate"
        disablePictureInPicture
        aria-label={title}
        onClick={toggle}
        {...events}
      >
        {captions.map(({ src: words, lang, label }) => (
          <track key={lang} kind="captions" src={words} srcLang={lang} label={label} />
        ))}
      </video>
      {hidePlayBar ? null : (
        <input
          type="range"
          className={styles.range}
          min={0}
          max={duration || 1}
          step={1}
          value={at}
          aria-label={t`Position in the video`}
          aria-valuetext={t`${position} of ${length}`}
          onChange={(event) => go(Number(event.target.value))}
        />
      )}
      <PlayBar playback={playback} captions={captions} />
      {ended && gap !== undefined && !progress.hasWatchedVideo ? (
        <Button
          full
          onClick={() => {
            go(gap)
            play()
          }}
        >
          {t`Play the missing parts`}
        </Button>
      ) : null}
      {keepLine}
    </>
  )
}

type Playback = ReturnType<typeof usePlayback>

/** The state of the video element, and what the controls do with it. */
function usePlayback({ captions, progress, onSeen }: FileProps) {
  const { i18n } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [duration, setDuration] = useState(0)
  const [ended, setEnded] = useState(false)
  const [failed, setFailed] = useState<{ readonly held: boolean }>()
  const [attempt, setAttempt] = useState(0)
  /** The language of the captions. */
  const [shown, setShown] = useState<string | undefined>(() => captionFor(captions, i18n.locale)?.lang)
  const bits = progress.watchedVideo ?? ''
  const gap = firstGap(bits)

  const look = useMeter(
    () => {
      const element = video.current
      if (!element || !Number.isFinite(element.duration)) return undefined
      return { at: element.currentTime, duration: element.duration, playing: !element.paused && !element.seeking }
    },
    bits,
    onSeen,
  )
  usePauseWhenHidden(video)

  const play = () => {
    setEnded(false)
    // If the browser requires another press, the video stays paused.
    video.current?.play().catch(() => undefined)
  }
  const toggle = () => (playing ? video.current?.pause() : play())
  const go = (to: number) => {
    if (video.current) video.current.currentTime = Math.max(0, Math.min(to, duration))
  }
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  const showCaptions = (lang: string | undefined) => {
    setShown(lang)
    showWords(video.current, lang)
  }
  const events: VideoEvents = {
    onLoadedMetadata: ({ currentTarget }) => {
      setDuration(currentTarget.duration)
      if (gap !== undefined && gap > 0 && !progress.hasWatchedVideo) currentTarget.currentTime = gap
      showWords(currentTarget, shown)
    },
    onDurationChange: ({ currentTarget }) => setDuration(currentTarget.duration),
    onTimeUpdate: ({ currentTarget }) => setAt(currentTarget.currentTime),
    onSeeking: () => look(true),
    onPlay: () => {
      setPlaying(true)
      look(true)
    },
    onPause: () => {
      setPlaying(false)
      look()
    },
    onEnded: () => {
      look()
      setEnded(true)
    },
    onRateChange: ({ currentTarget }) => {
      // Faster playback does not count, so a speed above 1 from the browser's player is reset.
      if (currentTarget.playbackRate > 1) currentTarget.playbackRate = 1
    },
    onError: ({ currentTarget }) => setFailed({ held: heldBy(currentTarget) }),
  }
  return { video, playing, at, duration, ended, failed, attempt, shown, gap, play, toggle, go, retry, showCaptions, events }
}

/** Playback in a hidden page would not count. */
function usePauseWhenHidden(video: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') video.current?.pause()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [video])
}

/** Large buttons below the video, its clock, and the choice of subtitles. */
function PlayBar({ playback, captions }: { readonly playback: Playback } & Pick<FileProps, 'captions'>) {
  const { t } = useLingui()
  const { video, playing, at, duration, shown, toggle, go, showCaptions } = playback
  return (
    <div className={styles.bar}>
      <Button kind="primary" onClick={toggle}>
        <Glyph name={playing ? 'pause' : 'play'} />
        {playing ? t`Pause` : t`Play`}
      </Button>
      <Button aria-label={t`Back ${back} seconds`} disabled={at === 0} onClick={() => go(at - back)}>
        <Glyph name="again" />
        {back}
      </Button>
      {document.fullscreenEnabled !== false && (
        <Button square aria-label={t`Full screen`} onClick={() => void video.current?.requestFullscreen?.().catch(() => undefined)}>
          <Glyph name="whole" />
        </Button>
      )}
      <span className={styles.clock}>
        {clock(at)} / {clock(duration)}
      </span>
      {captions.length > 0 ? (
        <label className={styles.words}>
          <Glyph name="words" />
          <select
            className={controls.select}
            aria-label={t`Subtitles`}
            value={shown ?? ''}
            onChange={(event) => showCaptions(event.target.value || undefined)}
          >
            <option value="">{t`No subtitles`}</option>
            {captions.map(({ lang, label }) => (
              <option key={lang} value={lang} lang={lang}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  )
}
