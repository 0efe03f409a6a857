import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useState } from 'react'
import { languages } from '../../../contract/reference/languages.ts'
import type { VideoUri } from '../../../contract/forms/mediaFields.ts'
import { defaultTarget, type LessonProgress, type Progress } from '../../../contract/rules/progress.ts'
import { useLessons } from '../../store/media/useLessons.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { NextStep } from '../../ui/watched/NextStep.tsx'
import { WatchedLine } from '../../ui/watched/WatchedLine.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { useField } from '../useField.ts'
import { FilePlayer } from './FilePlayer.tsx'
import { providerOf } from './provider.ts'
import './video.css'

const FramePlayer = lazy(() => import('./FramePlayer.tsx').then((module) => ({ default: module.FramePlayer })))
const Document = lazy(() => import('./Document.tsx').then((module) => ({ default: module.Document })))

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
  const onAnswer = readOnly ? undefined : (answer: Progress) => set(answer)
  const { ready, progress, note } = useLessons({ owner: host.owner, recordPath: host.recordPath, lessons, answer: value, onAnswer })
  const open = progress.findIndex(({ hasWatchedVideo }) => !hasWatchedVideo)
  const reached = open < 0 ? lessons.length - 1 : open
  const [chosen, setChosen] = useState<number>()
  // A lesson that was just watched stays until the user continues.
  const [first, setFirst] = useState<number>()
  if (ready && first === undefined) setFirst(reached)
  const at = Math.min(chosen ?? first ?? 0, lessons.length - 1)
  const lesson = lessons[at]
  const now = progress[at]
  const listId = useId()
  if (!ready || !lesson || !now) return <div className="m-video m-video-empty" id={id} />

  const share = now.watchedPercent
  const last = at === lessons.length - 1
  const number = at + 1
  const count = lessons.length
  const title = lesson.title ?? (count > 1 ? t`Lesson ${number}` : label)
  const all = open < 0
  if (readOnly) {
    const whole = percentOf(progress.reduce((sum, one) => sum + one.watchedPercent, 0) / count)
    return <p className="m-value">{all ? t`Watched` : whole > 0 ? t`${whole}% watched` : t`Not watched`}</p>
  }
  const seen = (part: LessonProgress) => note(lesson.link, part)
  const step = async () => {
    if (!last) return setChosen(at + 1)
    const { next } = setting
    if (next === undefined) return
    if (typeof next === 'object' && next.message === 'cancel') await host.cancel(next.prompt)
    else if (typeof next === 'object' && next.message === 'save.firestore.record') {
      const { returnUrl, returnUrlDelay, returnMessage } = next
      await host.save({ type: 'save', returnUrl, returnUrlDelay, returnMessage })
    } else await host.page.run(next, { model: form.model(), path: host.recordPath })
  }

  const provider = providerOf(lesson, location.origin)
  const hidePlayBar = lesson.hidePlayBar === true
  const player = { title, progress: now, hidePlayBar, onSeen: seen }
  const needed = percentOf(lesson.target)
  const watched = percentOf(share)
  return (
    <div className="m-watched" id={id} tabIndex={-1}>
      {count > 1 ? (
        <ol className="m-lessons" aria-label={t`Lessons`} id={listId}>
          {lessons.map(({ title: name, link }, index) => {
            const done = progress[index]?.hasWatchedVideo === true
            const which = index + 1
            return (
              <li key={link}>
                <button
                  type="button"
                  className="m-lesson"
                  aria-current={index === at ? 'step' : undefined}
                  disabled={index > reached}
                  onClick={() => setChosen(index)}
                >
                  <Icon name={done ? 'checkCircle' : index > reached ? 'lock' : 'chevronRight'} />
                  <span>
                    {name ?? t`Lesson ${which}`}
                    {done ? <span className="m-lesson-done">{t`Watched`}</span> : null}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      ) : null}
      <Suspense fallback={<div className="m-video m-video-empty" />}>
        {provider === undefined ? (
          <Notice level="error">{t`Unknown Video Provider`}</Notice>
        ) : provider.kind === 'file' ? (
          <FilePlayer
            key={lesson.link}
            {...player}
            src={provider.src}
            keep={setting.keep}
            captions={(lesson.captions ?? []).map(({ link, lang, label: words }) => ({
              src: new URL(form.text(node, link), location.origin).href,
              lang,
              label: words ?? nameOf(lang),
            }))}
          />
        ) : provider.kind === 'pdf' ? (
          <Document key={lesson.link} {...player} src={provider.src} keep={setting.keep} />
        ) : (
          <FramePlayer key={lesson.link} {...player} provider={provider} />
        )}
      </Suspense>
      {provider ? (
        <WatchedLine share={share} seconds={now.watchedVideo} done={now.hasWatchedVideo} label={t`Watched so far`}>
          {now.hasWatchedVideo ? t`Watched` : t`${watched}% watched, ${needed}% needed`}
        </WatchedLine>
      ) : null}
      {!last || setting.next !== undefined ? (
        <NextStep
          ready={last ? all : now.hasWatchedVideo}
          label={last ? (setting.nextLabel ?? t`Next`) : (setting.nextLabel ?? t`Next lesson`)}
          notReady={setting.notReadyMessage ?? t`Please watch the video to continue`}
          onNext={step}
        />
      ) : null}
    </div>
  )
}
