import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { useFormHost } from '../host.ts'
import { AttachmentTile } from './AttachmentTile.tsx'
import { isPhoto } from './items.ts'
import { PhotoViewer } from './PhotoViewer.tsx'
import './attachments.css'

/** Maximum wait for the draft, ms; a browser opens a file dialog only shortly after the press. */
const longestFlush = 700

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true
/** A phone or tablet, where the camera is better than a file dialog. */
const hasCamera = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

export type Deliveries = ReadonlyMap<string, { readonly state: Delivery; readonly percent: number }>

interface FilesViewProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly setting: {
    readonly accept?: 'photos' | 'files' | 'all' | undefined
    readonly limit?: number | undefined
    readonly addLabel?: string | undefined
  }
  readonly readOnly: boolean
  readonly items: readonly Attachment[]
  readonly deliveries: Deliveries
  /** Why files were not added. */
  readonly complaints: readonly string[]
  complain(texts: readonly string[]): void
  onAdd(files: readonly File[]): void
  /** Undefined if the file cannot be removed. */
  removal(item: Attachment): { readonly label: string; run(): void } | undefined
  readonly children?: ReactNode
}

/** Tiles of the files and the ways to add one: camera, file dialog, drop, paste. */
export function FilesView({
  id,
  describedBy,
  setting,
  readOnly,
  items,
  deliveries,
  complaints,
  complain,
  onAdd,
  removal,
  children,
}: FilesViewProps) {
  const { t } = useLingui()
  const host = useFormHost()
  const [over, setOver] = useState(false)
  const [viewing, setViewing] = useState<string>()
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const hovered = useRef(false)

  const accept = setting.accept ?? 'all'
  const room = setting.limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, setting.limit - items.length)
  const open = !readOnly && room > 0

  const take = (list: readonly File[]) => {
    const right = accept === 'photos' ? list.filter(isPhoto) : list
    const fitting = right.slice(0, room)
    const left = right.length - fitting.length
    complain([
      ...(right.length < list.length ? [t`Only photos can be added here.`] : []),
      ...(left > 0
        ? [
            plural(left, {
              one: '# file was left out: there is no room for more.',
              other: '# files were left out: there is no room for more.',
            }),
          ]
        : []),
    ])
    if (fitting.length > 0) onAdd(fitting)
  }
  const taking = useRef(take)
  useEffect(() => {
    taking.current = take
  })

  // Ctrl+V with the pointer over the field, for screenshots; a paste into a text control stays there.
  useEffect(() => {
    if (!open) return
    const paste = (event: ClipboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input:not([type=file]), textarea, [contenteditable]')
      if (!hovered.current || typing || !hasFiles(event.clipboardData)) return
      event.preventDefault()
      taking.current([...(event.clipboardData?.files ?? [])])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [open])

  /** A phone may unload the page while its camera is open, so the draft is on disk before it opens. */
  const pick = async (input: HTMLInputElement | null) => {
    const late = new Promise((resolve) => setTimeout(resolve, longestFlush))
    await Promise.race([host.flush?.().catch(() => undefined), late])
    input?.click()
  }

  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!open || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!open || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    },
  }

  const coarse = hasCamera()
  const takePhoto = coarse && accept !== 'files'
  const choose =
    setting.addLabel ??
    (accept === 'files'
      ? t`Add file`
      : accept === 'all' && !takePhoto
        ? t`Add photo or file`
        : accept === 'all'
          ? t`Add file`
          : takePhoto
            ? t`Choose photo`
            : t`Add photo`)
  const photos = items.filter((item) => isPhoto(item) && item.url !== '')
  const counts = new Map<Delivery, { files: number; percent: number }>()
  for (const { state, percent } of deliveries.values()) {
    const sum = counts.get(state) ?? { files: 0, percent: 0 }
    counts.set(state, { files: sum.files + 1, percent: sum.percent + percent })
  }
  const input = (ref: typeof camera, props: Record<string, unknown>) => (
    <input
      ref={ref}
      type="file"
      hidden
      tabIndex={-1}
      accept={accept === 'photos' || ref === camera ? 'image/*' : undefined}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])]
        // Allows choosing the same file again after it was removed.
        event.target.value = ''
        take(chosen)
      }}
      {...props}
    />
  )

  return (
    <div
      className="m-files"
      data-over={over || undefined}
      onPointerEnter={() => {
        hovered.current = true
      }}
      onPointerLeave={() => {
        hovered.current = false
      }}
      {...drag}
    >
      {items.length > 0 ? (
        <ul className="m-file-tiles">
          {items.map((item) => (
            <AttachmentTile
              key={item.id}
              item={item}
              percent={deliveries.get(item.id)?.state === 'sending' ? deliveries.get(item.id)?.percent : undefined}
              onOpen={() => setViewing(item.id)}
              onRemove={removal(item)?.run}
              removeLabel={removal(item)?.label ?? ''}
            />
          ))}
        </ul>
      ) : readOnly ? (
        <p className="m-value">{t`No files`}</p>
      ) : null}
      {counts.size > 0 && (
        <div className="m-file-marks">
          {[...counts].map(([state, { files, percent }]) => (
            <span key={state}>
              {plural(files, { one: '# file', other: '# files' })} <DeliveryMark state={state} percent={percent / files} />
            </span>
          ))}
        </div>
      )}
      {open ? (
        <div className="m-file-add">
          {takePhoto && (
            <Button id={id} icon="camera" aria-describedby={describedBy} onClick={() => pick(camera.current)}>
              {t`Take photo`}
            </Button>
          )}
          <Button
            id={takePhoto ? undefined : id}
            icon={accept === 'photos' ? 'image' : 'plus'}
            aria-describedby={describedBy}
            onClick={() => pick(chooser.current)}
          >
            {choose}
          </Button>
          {coarse ? null : <span className="m-hint m-drop-hint">{t`or drop or paste here`}</span>}
          {takePhoto && input(camera, { capture: 'environment' })}
          {input(chooser, { multiple: room > 1 })}
        </div>
      ) : null}
      {!readOnly && setting.limit !== undefined ? (
        <p className="m-hint" role="status">
          {room > 0
            ? t`${items.length} of ${setting.limit}`
            : t`${items.length} of ${setting.limit}: no more can be added. Remove one to add another.`}
        </p>
      ) : null}
      {children}
      <div role="alert">
        {complaints.map((text) => (
          <p key={text} className="m-error">
            {text}
          </p>
        ))}
      </div>
      {viewing !== undefined && photos.length > 0 ? (
        <PhotoViewer photos={photos} start={viewing} onClose={() => setViewing(undefined)} />
      ) : null}
    </div>
  )
}
