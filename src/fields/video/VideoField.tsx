import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Suspense, useId, useState } from 'react'
import { languages } from '../../../contract/reference/languages.ts'
import type { VideoUri } from '../../../contract/forms/options/VideoUri.ts'
import { defaultTarget, type LessonProgress, type Progress } from '../../../contract/rules/progress.ts'
import { useLessons } from '../../store/media/useLessons.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { NextStep } from '../../ui/watched/NextStep.tsx'
import { WatchedLine } from '../../ui/watched/WatchedLine.tsx'
import { controlWithForm } from '../controlWithForm.ts'
import type { FieldProps } from '../defineField.ts'
import { runNext } from '../runNext.ts'
import { useFormHost } from '../useFormHost.ts'
import { useField } from '../useField.ts'
import { type Caption, FilePlayer, type PlayerProps } from './FilePlayer.tsx'
import { type Provider, providerOf } from './provider.ts'
import * as styles from './video.module.css'
import * as controls from '../../ui/controls/controls.module.css'
import * as watchedStyles from '../../ui/watched/watched.module.css'

const FramePlayer = controlWithForm(() => import('./FramePlayer.tsx').then((module) => module.FramePlayer))
const Document = controlWithForm(() => import('./Document.tsx').then((module) => module.Document))

/** Loads the players that not every video needs, before a form with a video is drawn. */
export const bringPlayers = () => Promise.all([FramePlayer.bring(), Document.bring()])

const percentOf = (share: number) => Math.floor(share * 100)
const nameOf = (lang: string) => (languages as Readonly<Record<string, string>>)[lang.toLowerCase()] ?? lang

/**
 * Training videos, one lesson after the other. Only seconds that were really watched count; the progress is
 * stored on the device and sent with the save.
 */
export function VideoField({ form, node, setting }: FieldProps<'video'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const { id, value, set, label, readOnly } = useField(form, node)
  const uris: readonly VideoUri[] = Array.isArray(setting.uri) ? setting.uri : [setting.uri as VideoUri]
  const lessons = uris.map((uri) => ({ ...uri, link: form.text(node, uri.link).trim(), target: uri.target ?? defaultTarget }))
  const onAnswer = readOnly ? undefined : (answer: Progress, isNew: boolean) => (isNew ? set(answer) : form.adopt(node.path ?? '', answer))
  const { ready, progress, note } = useLessons({ owner: host.owner, recordPath: host.recordPath, lessons, answer: value, onAnswer })
  const { at, reached, choose } = useChosenLesson(ready, progress, lessons.length)
  const lesson = lessons[at]
  const now = progress[at]
  const listId = useId()
  if (!lesson || !now) return null
  if (readOnly) return <p className={controls.value}>{watchedWords(progress)}</p>

  const number = at + 1
  const count = lessons.length
  const fallbackTitle = count > 1 ? t`Lesson ${number}` : label
  const provider = providerOf(lesson, location.origin)
  const needed = percentOf(lesson.target)
  const watched = percentOf(now.watchedPercent)
  return (
    <div className={watchedStyles.watched} id={id} tabIndex={-1} aria-busy={!ready} inert={!ready}>
      {count > 1 ? (
        <ol className={styles.lessons} aria-label={t`Lessons`} id={listId}>
          {lessons.map(({ title, link }, index) => (
            <LessonEntry
              key={link}
              title={title}
              index={index}
              done={progress[index]?.hasWatchedVideo === true}
              current={index === at}
              locked={index > reached}
              onChoose={choose}
            />
          ))}
        </ol>
      ) : null}
      {/* Before the progress is read the player keeps its place, and loads nothing. */}
      <Suspense fallback={<div className={styles.video} />}>
        <Player
          key={String(ready)}
          waiting={!ready}
          provider={provider}
          lesson={lesson}
          keep={setting.keep}
          captionsOf={() =>
            (lesson.captions ?? []).map(({ link, lang, label: words }) => ({
              src: form.text(node, link).trim(),
              lang,
              label: words ?? nameOf(lang),
            }))
          }
          title={lesson.title ?? fallbackTitle}
          progress={now}
          hidePlayBar={lesson.hidePlayBar === true}
          onSeen={(part: LessonProgress) => note(lesson.link, part)}
        />
      </Suspense>
      {provider ? (
        <WatchedLine share={now.watchedPercent} seconds={now.watchedVideo} done={now.hasWatchedVideo} label={t`Watched so far`}>
          {now.hasWatchedVideo ? t`Watched` : t`${watched}% watched, ${needed}% needed`}
        </WatchedLine>
      ) : null}
      <Onward form={form} setting={setting} progress={progress} at={at} onNextLesson={() => choose(at + 1)} />
    </div>
  )
}

/** The index of the lesson to show, and of the last one that can be chosen. */
function useChosenLesson(ready: boolean, progress: readonly LessonProgress[], count: number) {
  const open = progress.findIndex(({ hasWatchedVideo }) => !hasWatchedVideo)
  const reached = open < 0 ? count - 1 : open
  const [chosen, choose] = useState<number>()
  // A lesson that was just watched stays until the user continues.
  const [first, setFirst] = useState<number>()
  if (ready && first === undefined) setFirst(reached)
  return { at: Math.min(chosen ?? first ?? 0, count - 1), reached, choose }
}

const isWatched = (progress: readonly LessonProgress[]) => progress.every(({ hasWatchedVideo }) => hasWatchedVideo)

function watchedWords(progress: readonly LessonProgress[]): string {
  if (isWatched(progress)) return t`Watched`
  const whole = percentOf(progress.reduce((sum, one) => sum + one.watchedPercent, 0) / progress.length)
  return whole > 0 ? t`${whole}% watched` : t`Not watched`
}

interface LessonEntryProps {
  readonly title: string | undefined
  readonly index: number
  readonly done: boolean
  readonly current: boolean
  readonly locked: boolean
  onChoose(index: number): void
}

function LessonEntry({ title, index, done, current, locked, onChoose }: LessonEntryProps) {
  const { t } = useLingui()
  const which = index + 1
  const openIcon = locked ? 'lock' : 'chevronRight'
  return (
    <li>
      <button
        type="button"
        className={styles.lesson}
        aria-current={current ? 'step' : undefined}
        disabled={locked}
        onClick={() => onChoose(index)}
      >
        <Icon name={done ? 'checkCircle' : openIcon} />
        <span>
          {title ?? t`Lesson ${which}`}
          {done ? <span className={styles.lessonDone}>{t`Watched`}</span> : null}
        </span>
      </button>
    </li>
  )
}

interface LessonPlayerProps extends PlayerProps {
  /** Undefined for a link that this app cannot play. */
  readonly provider: Provider | undefined
  readonly lesson: VideoUri
  readonly keep: boolean | undefined
  captionsOf(): readonly Caption[]
}

function Player({ provider, lesson, keep, captionsOf, ...player }: LessonPlayerProps) {
  const { t } = useLingui()
  if (!provider) return <Notice level="error">{t`Unknown Video Provider`}</Notice>
  switch (provider.kind) {
    case 'file':
      return <CaptionedFile key={lesson.link} {...player} src={provider.src} keep={keep} captions={captionsOf()} />
    case 'pdf':
      return <Document key={lesson.link} {...player} src={provider.src} keep={keep} />
    default:
      return <FramePlayer key={lesson.link} {...player} provider={provider} />
  }
}

const isAddress = ({ src }: Caption) => src !== '' && URL.canParse(src, location.origin)

/** A video with its valid captions. Invalid links are reported, and the video plays without these captions. */
function CaptionedFile({ captions, ...file }: Parameters<typeof FilePlayer>[0]) {
  const { t } = useLingui()
  const names = captions
    .filter((caption) => !isAddress(caption))
    .map(({ label }) => label)
    .join(', ')
  const usable = captions.filter(isAddress).map((caption) => ({ ...caption, src: new URL(caption.src, location.origin).href }))
  return (
    <>
      <FilePlayer {...file} captions={usable} />
      {names !== '' && (
        <Notice level="warning">{t`The link to these captions is not valid: ${names}. Tell the person who made the form.`}</Notice>
      )}
    </>
  )
}

interface OnwardProps extends Pick<FieldProps<'video'>, 'form' | 'setting'> {
  readonly progress: readonly LessonProgress[]
  readonly at: number
  onNextLesson(): void
}

/** The button to the next lesson; after the last one, to what the form names. */
function Onward({ form, setting, progress, at, onNextLesson }: OnwardProps) {
  const { t } = useLingui()
  const host = useFormHost()
  const { next } = setting
  const last = at === progress.length - 1
  if (last && next === undefined) return null
  const step = async () => {
    if (!last) return onNextLesson()
    if (next !== undefined) await runNext(next, form, host)
  }
  return (
    <NextStep
      ready={last ? isWatched(progress) : progress[at]?.hasWatchedVideo === true}
      label={setting.nextLabel ?? (last ? t`Next` : t`Next lesson`)}
      notReady={setting.notReadyMessage ?? t`Please watch the video to continue`}
      onNext={step}
    />
  )
}
