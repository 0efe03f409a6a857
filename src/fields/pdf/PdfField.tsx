import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { defaultTarget, type LessonProgress, lessonOf, type Progress } from '../../../contract/rules/progress.ts'
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
import { runNext } from '../runNext.ts'
import { useFormHost } from '../useFormHost.ts'
import { useField } from '../useField.ts'
import { FillScreen } from './FillScreen.tsx'
import type { Filled } from './rules.ts'
import * as watchedStyles from '../../ui/watched/watched.module.css'

const PdfReader = lazy(() => import('../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

const percentOf = (share: number) => Math.floor(share * 100)

/** The part of the answer from a filled document; the progress is stored next to it. */
const filledIn = (value: unknown): Model => {
  const { learningIndex: _, lessons: __, watchedPercent: ___, hasWatchedVideo: ____, link: _____, ...rest } = (value ?? {}) as Model
  return rest
}

/** How far the document was read. */
function readWords(now: LessonProgress, pages: number, target: number): string {
  const needed = percentOf(target)
  const watched = percentOf(now.watchedPercent)
  const page = Math.round(now.watchedPercent * pages)
  if (now.hasWatchedVideo) return t`Read`
  if (pages > 0) return t`Page ${page} of ${pages} reached, ${needed}% needed`
  return watched > 0 ? t`${watched}% read, ${needed}% needed` : t`Not read`
}

/** The button that opens a document to read. */
function openToRead({ hasWatchedVideo, watchedPercent }: LessonProgress): string {
  if (hasWatchedVideo) return t`Read again`
  return percentOf(watchedPercent) > 0 ? t`Continue reading` : t`Read the document`
}

/** The button that opens a document to fill in. */
function openToFill(filled: boolean, readOnly: boolean): string {
  if (filled) return readOnly ? t`Open the filled document` : t`Change what you filled in`
  return readOnly ? t`Read the document` : t`Fill in the document`
}

const isFilled = (value: unknown): boolean => ((value as Filled | null | undefined)?.pdf ?? []).length > 0

/** The address of a document; undefined for an invalid link. */
const addressOf = (link: string): URL | undefined =>
  link !== '' && URL.canParse(link, location.origin) ? new URL(link, location.origin) : undefined

/** The document and how far it was read. `now` is undefined until the device has been read. */
function useReading(
  { form, node, setting }: Pick<FieldProps<'pdf'>, 'form' | 'node' | 'setting'>,
  { value, set, readOnly }: ReturnType<typeof useField>,
) {
  const host = useFormHost()
  const link = form.text(node, setting.source).trim()
  const target = setting.target ?? defaultTarget
  const fills = setting.form !== undefined
  // The filled document is not progress.
  const read = useMemo(() => (fills && value ? { learningIndex: 0, link, ...lessonOf(value) } : value), [fills, link, value])
  const { ready, progress, note } = useLessons({
    owner: host.owner,
    recordPath: host.recordPath,
    lessons: [{ link, target }],
    answer: read,
    onAnswer: readOnly
      ? undefined
      : (answer: Progress, isNew: boolean) => {
          const whole = fills ? { ...filledIn(value), ...answer } : answer
          if (isNew) set(whole)
          else form.adopt(node.path ?? '', whole)
        },
  })
  const [pages, setPages] = useState(0)
  const address = addressOf(link)
  /** Undefined for a document of another website. */
  const src = address?.origin === location.origin ? address.href : undefined
  const kept = useKeptSet(src === undefined ? [] : [src], host.owner, setting.keep)
  const seen = (highest: number, count: number) => {
    setPages(count)
    if (!readOnly) note(link, { watchedPercent: highest / count, hasWatchedVideo: false })
  }
  return { link, target, src, kept, now: ready ? progress[0] : undefined, pages, seen }
}

/**
 * A document to read, or to fill in and sign. Its progress is the highest page seen divided by the number of
 * pages (decision OQ-054), and is sent with the save.
 */
export function PdfField({ form, node, setting }: FieldProps<'pdf'>) {
  const { t } = useLingui()
  const host = useFormHost()
  const online = useOnline()
  const field = useField(form, node)
  const { id, value, set, label, readOnly, describedBy } = field
  const { link, target, src, kept, now, pages, seen } = useReading({ form, node, setting }, field)
  const fills = setting.form !== undefined
  const [open, setOpen] = useState(false)
  if (!now) return <div id={id} />

  if (src === undefined) {
    return (
      <Notice level="warning">
        {t`This document is on another website and can't be read here. Ask the author of the form to put it on this server.`}
      </Notice>
    )
  }
  const filled = fills && isFilled(value)
  const reader = () =>
    fills ? (
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
    ) : (
      <Suspense fallback={null}>
        <PdfReader
          source={src}
          title={label}
          start={pages > 0 && !now.hasWatchedVideo ? Math.round(now.watchedPercent * pages) : 1}
          onViewed={seen}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    )
  const done = fills && setting.form?.save === undefined ? filled : now.hasWatchedVideo
  return (
    <div className={watchedStyles.watched}>
      <Button
        id={id}
        kind={done || readOnly ? 'plain' : 'primary'}
        icon="file"
        full
        aria-describedby={describedBy}
        onClick={() => setOpen(true)}
      >
        {fills ? openToFill(filled, readOnly) : openToRead(now)}
      </Button>
      <WatchedLine share={now.watchedPercent} done={now.hasWatchedVideo} label={t`Read so far`}>
        {filled ? t`Filled in` : readWords(now, pages, target)}
      </WatchedLine>
      {kept && !readOnly ? <KeepLine {...kept} online={online} onKeep={kept.keep} onRemove={kept.remove} /> : null}
      {readOnly ? null : <DocumentNext form={form} setting={setting} ready={done} />}
      {open ? reader() : null}
    </div>
  )
}

/** The button to what the form names after the document. */
function DocumentNext({ form, setting, ready }: Pick<FieldProps<'pdf'>, 'form' | 'setting'> & { readonly ready: boolean }) {
  const { t } = useLingui()
  const host = useFormHost()
  const { next, form: config } = setting
  if (next === undefined) return null
  return (
    <NextStep
      ready={ready}
      label={setting.nextLabel ?? t`Next`}
      notReady={setting.notReadyMessage ?? (config ? t`Please fill in the document to continue` : t`Please read the document to continue`)}
      onNext={() => runNext(next, form, host)}
    />
  )
}
