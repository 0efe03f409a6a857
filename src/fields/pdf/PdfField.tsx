import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { defaultTarget, type Progress } from '../../../contract/progress.ts'
import { useKeptSet } from '../../store/useKeptSet.ts'
import { useLessons } from '../../store/useLessons.ts'
import { useOnline } from '../../store/useOnline.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { KeepLine } from '../../ui/watched/KeepLine.tsx'
import { NextStep } from '../../ui/watched/NextStep.tsx'
import { WatchedLine } from '../../ui/watched/WatchedLine.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { useField } from '../useField.ts'

const PdfReader = lazy(() => import('../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

const percentOf = (share: number) => Math.floor(share * 100)

/** A document to read; its progress is the highest page seen, of all (decision OQ-054), and goes with the save. */
export function PdfField({ form, node, setting }: FieldProps<'pdf'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const online = useOnline()
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const link = form.text(node, setting.source).trim()
  const target = setting.target ?? defaultTarget
  const { ready, progress, note } = useLessons({
    owner: host.owner,
    recordPath: host.recordPath,
    lessons: [{ link, target }],
    answer: value,
    onAnswer: readOnly ? undefined : (answer: Progress) => set(answer),
  })
  const [open, setOpen] = useState(false)
  const [pages, setPages] = useState(0)
  const src = URL.canParse(link, location.origin) && link !== '' ? new URL(link, location.origin) : undefined
  const own = src?.origin === location.origin
  const kept = useKeptSet(own && src ? [src.href] : [], host.owner, setting.keep)
  const now = progress[0]
  if (!ready || !now) return <div id={id} />

  const watched = percentOf(now.watchedPercent)
  const needed = percentOf(target)
  const page = Math.round(now.watchedPercent * pages)
  const state = now.hasWatchedVideo
    ? t`Read`
    : pages > 0
      ? t`Page ${page} of ${pages} reached, ${needed}% needed`
      : watched > 0
        ? t`${watched}% read, ${needed}% needed`
        : t`Not read`
  const reader =
    open && src && own ? (
      <Suspense fallback={null}>
        <PdfReader
          source={src.href}
          title={label}
          start={pages > 0 && !now.hasWatchedVideo ? page : 1}
          onViewed={(highest, count) => {
            setPages(count)
            if (!readOnly) note(link, { watchedPercent: highest / count, hasWatchedVideo: false })
          }}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ) : null
  if (!own) {
    return (
      <Notice level="warning">
        {t`This document lies on another website and can't be read here. Ask whoever made the form to put it on this server.`}
      </Notice>
    )
  }
  const { next } = setting
  const step = async () => {
    if (next === undefined) return
    if (typeof next === 'object' && next.message === 'cancel') await host.cancel(next.prompt)
    else if (typeof next === 'object' && next.message === 'save.firestore.record') {
      const { returnUrl, returnUrlDelay, returnMessage } = next
      await host.save({ type: 'save', returnUrl, returnUrlDelay, returnMessage })
    } else await host.page.run(next, { model: form.model(), path: host.recordPath })
  }
  return (
    <div className="m-watched">
      <Button
        id={id}
        kind={now.hasWatchedVideo || readOnly ? 'plain' : 'primary'}
        icon="file"
        full
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {now.hasWatchedVideo ? t`Read again` : watched > 0 ? t`Read on` : t`Read the document`}
      </Button>
      <WatchedLine share={now.watchedPercent} done={now.hasWatchedVideo} label={t`Read so far`}>
        {state}
      </WatchedLine>
      {kept && !readOnly ? <KeepLine {...kept} online={online} onKeep={kept.keep} onRemove={kept.remove} /> : null}
      {next !== undefined && !readOnly ? (
        <NextStep
          ready={now.hasWatchedVideo}
          label={setting.nextLabel ?? t`Next`}
          notReady={setting.notReadyMessage ?? t`Please read the document to continue`}
          onNext={step}
        />
      ) : null}
      {reader}
    </div>
  )
}
