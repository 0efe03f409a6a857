import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { pdfRecord } from '../../../contract/forms/pdfForm.ts'
import { defaultTarget, lessonOf, type Progress } from '../../../contract/rules/progress.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import { useKeptSet } from '../../store/media/useKeptSet.ts'
import { useLessons } from '../../store/media/useLessons.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { KeepLine } from '../../ui/watched/KeepLine.tsx'
import { NextStep } from '../../ui/watched/NextStep.tsx'
import { WatchedLine } from '../../ui/watched/WatchedLine.tsx'
import type { FieldProps } from '../defineField.ts'
import { useFormHost } from '../host.ts'
import { useField } from '../useField.ts'
import { FillScreen } from './FillScreen.tsx'
import type { Filled } from './rules.ts'

const PdfReader = lazy(() => import('../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

const percentOf = (share: number) => Math.floor(share * 100)

/** The part of the answer from a filled document; the progress is stored next to it. */
const filledIn = (value: unknown): Model => {
  const { learningIndex: _, lessons: __, watchedPercent: ___, hasWatchedVideo: ____, ...rest } = (value ?? {}) as Model
  return rest
}

/**
 * A document to read, or to fill in and sign. Its progress is the highest page seen divided by the number of
 * pages (decision OQ-054), and is sent with the save.
 */
export function PdfField({ form, node, setting }: FieldProps<'pdf'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const online = useOnline()
  const { id, value, set, label, readOnly, describedBy } = useField(form, node)
  const link = form.text(node, setting.source).trim()
  const target = setting.target ?? defaultTarget
  const fills = setting.form !== undefined
  // The filled document is not progress.
  const read = useMemo(() => (fills && value ? { learningIndex: 0, ...lessonOf(value) } : value), [fills, value])
  const { ready, progress, note } = useLessons({
    owner: host.owner,
    recordPath: host.recordPath,
    lessons: [{ link, target }],
    answer: read,
    onAnswer: readOnly ? undefined : (answer: Progress) => set(fills ? { ...filledIn(value), ...answer } : answer),
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
  const filled = fills && ((value as Filled | null | undefined)?.pdf ?? []).length > 0
  const seen = (highest: number, count: number) => {
    setPages(count)
    if (!readOnly) note(link, { watchedPercent: highest / count, hasWatchedVideo: false })
  }
  const reader = !open ? null : fills ? (
    <FillScreen
      label={label}
      source={link}
      config={setting.form ?? {}}
      attribute={node.path ?? ''}
      value={filledIn(value)}
      readOnly={readOnly}
      onFilled={async (answer) => {
        // A document that did not conform may conform now.
        const { [pdfRecord.nonConforming]: _, ...before } = (form.value(node.path ?? '') ?? {}) as Model
        set({ ...before, ...answer })
        await host.flush?.()
        setOpen(false)
      }}
      onRead={seen}
      onClose={() => setOpen(false)}
    />
  ) : src && own ? (
    <Suspense fallback={null}>
      <PdfReader
        source={src.href}
        title={label}
        start={pages > 0 && !now.hasWatchedVideo ? page : 1}
        onViewed={seen}
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
  const done = fills && setting.form?.save === undefined ? filled : now.hasWatchedVideo
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
        kind={done || readOnly ? 'plain' : 'primary'}
        icon="file"
        full
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {fills
          ? filled
            ? readOnly
              ? t`Open the filled document`
              : t`Change what you filled in`
            : readOnly
              ? t`Read the document`
              : t`Fill in the document`
          : now.hasWatchedVideo
            ? t`Read again`
            : watched > 0
              ? t`Read on`
              : t`Read the document`}
      </Button>
      <WatchedLine share={now.watchedPercent} done={now.hasWatchedVideo} label={t`Read so far`}>
        {filled ? t`Filled in` : state}
      </WatchedLine>
      {kept && !readOnly ? <KeepLine {...kept} online={online} onKeep={kept.keep} onRemove={kept.remove} /> : null}
      {next !== undefined && !readOnly ? (
        <NextStep
          ready={done}
          label={setting.nextLabel ?? t`Next`}
          notReady={
            setting.notReadyMessage ?? (fills ? t`Please fill in the document to continue` : t`Please read the document to continue`)
          }
          onNext={step}
        />
      ) : null}
      {reader}
    </div>
  )
}
