import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useOwner } from '../../store/identity/useOwner.ts'
import { useKeptSet } from '../../store/media/useKeptSet.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { KeepLine } from '../../ui/watched/KeepLine.tsx'
import type { PlayerProps } from './FilePlayer.tsx'

const PdfReader = lazy(() => import('../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

/**
 * A lesson to read: its progress is the highest page seen divided by the number of pages (decision OQ-054).
 */
export function Document({
  src,
  title,
  keep,
  progress,
  onSeen,
}: PlayerProps & { readonly src: string; readonly keep: boolean | undefined }) {
  const { t } = useLingui()
  const online = useOnline()
  const kept = useKeptSet([src], useOwner(), keep)
  const [open, setOpen] = useState(false)
  const [pages, setPages] = useState(0)
  if (!src.startsWith(`${location.origin}/`)) {
    return (
      <Notice level="warning">{t`This document is on another website and can't be read here. Ask the author of the form to put it on this server.`}</Notice>
    )
  }
  const openLabel = progress.watchedPercent > 0 ? t`Continue reading` : t`Read the document`
  const read = (highest: number, count: number) => {
    setPages(count)
    onSeen({ watchedPercent: highest / count, hasWatchedVideo: false })
  }
  return (
    <>
      <Button kind={progress.hasWatchedVideo ? 'plain' : 'primary'} icon="file" full onClick={() => setOpen(true)}>
        {progress.hasWatchedVideo ? t`Read again` : openLabel}
      </Button>
      {kept ? <KeepLine {...kept} online={online} onKeep={kept.keep} onRemove={kept.remove} /> : null}
      {open ? (
        <Suspense fallback={null}>
          <PdfReader
            source={src}
            title={title}
            start={pages > 0 && !progress.hasWatchedVideo ? Math.round(progress.watchedPercent * pages) : 1}
            onViewed={read}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
