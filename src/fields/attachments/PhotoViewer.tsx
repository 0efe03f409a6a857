import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useRef, useState } from 'react'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { pictureSrc } from '../../lib/safeHref.ts'
import { useFileUrl } from '../../store/files/addBlob.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useFormHost } from '../useFormHost.ts'
import { showPdf, useOnline } from './showPdf.ts'
import * as styles from './attachments.module.css'

interface PhotoViewerProps {
  readonly photos: readonly Attachment[]
  readonly start: string
  onClose(): void
}

/** Pixels that a finger must move to count as a swipe. */
const swipe = 48

function Photo({ item }: { readonly item: Attachment }) {
  const { t } = useLingui()
  const url = useFileUrl(item.id, item.url)
  const [missing, setMissing] = useState(false)
  if (missing) {
    return (
      <div className={styles.viewerMissing}>
        {pictureSrc(item.thumbnail) ? <img src={pictureSrc(item.thumbnail)} alt={item.name} width={100} height={100} /> : null}
        <p>{t`This photo is not on this device. It shows when there is a connection.`}</p>
      </div>
    )
  }
  return url ? (
    <img className={styles.viewerPhoto} src={url} alt={item.name || item.filename} draggable={false} onError={() => setMissing(true)} />
  ) : null
}

/** One photo in full screen; swipe, arrow keys or buttons show the next, Escape closes. */
export function PhotoViewer({ photos, start, onClose }: PhotoViewerProps) {
  const { t } = useLingui()
  const from = useRef<number>(undefined)
  const [id, setId] = useState(start)
  const host = useFormHost()
  const online = useOnline()
  const at = Math.max(
    0,
    photos.findIndex((photo) => photo.id === id),
  )
  const item = photos[at]

  const go = (by: number) => {
    const next = photos[at + by]
    if (next) setId(next.id)
  }
  const end = (event: PointerEvent) => {
    const moved = from.current === undefined ? 0 : event.clientX - from.current
    from.current = undefined
    if (Math.abs(moved) >= swipe) go(moved < 0 ? 1 : -1)
  }
  if (!item) return null
  const number = at + 1
  const count = photos.length
  return (
    <FullScreen
      className={styles.viewer}
      label={t`Photo ${number} of ${count}: ${item.name || item.filename}`}
      head={
        <>
          <span className={styles.viewerName} aria-live="polite">
            {item.name || item.filename}
            {count > 1 ? <span>{t`${number} of ${count}`}</span> : null}
          </span>
          {online && host.pdf ? (
            <Button kind="quiet" icon="file" onClick={() => showPdf(item, host.pdf)}>
              {t`PDF preview`}
            </Button>
          ) : null}
        </>
      }
      onClose={onClose}
      onKey={(key) => {
        if (key === 'ArrowRight') go(1)
        else if (key === 'ArrowLeft') go(-1)
        else return false
        return true
      }}
    >
      <div
        className={styles.viewerStage}
        onPointerDown={(event) => {
          from.current = event.clientX
        }}
        onPointerUp={end}
        onPointerCancel={() => {
          from.current = undefined
        }}
      >
        <Photo key={item.id} item={item} />
      </div>
      {count > 1 && (
        <div className={styles.viewerSteps}>
          <IconButton icon="back" label={t`Previous photo`} disabled={at === 0} onClick={() => go(-1)} />
          <IconButton icon="chevronRight" label={t`Next photo`} disabled={at === count - 1} onClick={() => go(1)} />
        </div>
      )}
    </FullScreen>
  )
}
