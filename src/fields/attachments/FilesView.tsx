import { plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { type Delivery, DeliveryMark } from '../../ui/feedback/DeliveryMark.tsx'
import { onGivenFiles } from '../../lib/sharing/giveFiles.ts'
import { useFormHost } from '../useFormHost.ts'
import { AttachmentTile } from './AttachmentTile.tsx'
import { isPhoto } from './itemsOf.ts'
import { PhotoViewer } from './PhotoViewer.tsx'
import { useFileDrop } from './useFileDrop.ts'
import * as styles from './attachments.module.css'
import * as controls from '../../ui/controls/controls.module.css'

/** Maximum wait for the draft, ms; a browser opens a file dialog only shortly after the press. */
const longestFlush = 700

/** A phone or tablet, where the camera is better than a file dialog. */
const hasCamera = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

export type Deliveries = ReadonlyMap<string, { readonly state: Delivery; readonly percent: number }>

type Accept = 'photos' | 'files' | 'all'

interface FilesViewProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly setting: {
    readonly accept?: Accept | undefined
    readonly limit?: number | undefined
    readonly addLabel?: string | undefined
  }
  readonly readOnly: boolean
  readonly items: readonly Attachment[]
  readonly deliveries: Deliveries
  /** Why files were not added. */
  readonly complaints: readonly string[]
  complain(texts: readonly string[]): void
  /** Resolves when the device has stored the files, or complains. */
  onAdd(files: readonly File[]): Promise<void>
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
  const [viewing, setViewing] = useState<string>()

  const accept = setting.accept ?? 'all'
  const room = setting.limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, setting.limit - items.length)
  const open = !readOnly && room > 0

  const take = async (list: readonly File[]) => {
    const right = accept === 'photos' ? list.filter(isPhoto) : list
    const fitting = right.slice(0, room)
    complain(refusals(list.length - right.length, right.length - fitting.length))
    if (fitting.length > 0) await onAdd(fitting)
  }
  useEffect(() => onGivenFiles(id, open ? take : undefined))
  const onTake = (list: readonly File[]) => void take(list)
  const { over, zone } = useFileDrop(open, onTake)
  const photos = items.filter((item) => isPhoto(item) && item.url !== '')

  return (
    <div className={styles.files} data-over={over || undefined} {...zone}>
      {items.length === 0 && readOnly ? <p className={controls.value}>{t`No files`}</p> : null}
      {items.length > 0 ? (
        <ul className={styles.fileTiles}>
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
      ) : null}
      <DeliveryCounts deliveries={deliveries} />
      {open ? (
        <AddFiles id={id} describedBy={describedBy} accept={accept} addLabel={setting.addLabel} multiple={room > 1} onTake={onTake} />
      ) : null}
      {!readOnly && setting.limit !== undefined ? (
        <p className={controls.hint} role="status">
          {room > 0
            ? t`${items.length} of ${setting.limit}`
            : t`${items.length} of ${setting.limit}: no more can be added. Remove one to add another.`}
        </p>
      ) : null}
      {children}
      <div role="alert">
        {complaints.map((text) => (
          <p key={text} className={controls.error}>
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

/** Why files were not added. `left`: the number of files without room. */
const refusals = (noPhotos: number, left: number): string[] => [
  ...(noPhotos > 0 ? [t`Only photos can be added here.`] : []),
  ...(left > 0
    ? [
        plural(left, {
          one: '# file was left out: there is no room for more.',
          other: '# files were left out: there is no room for more.',
        }),
      ]
    : []),
]

/** The number of files in each delivery state, with their mean progress. */
function DeliveryCounts({ deliveries }: Pick<FilesViewProps, 'deliveries'>) {
  const counts = new Map<Delivery, { files: number; percent: number }>()
  for (const { state, percent } of deliveries.values()) {
    const sum = counts.get(state) ?? { files: 0, percent: 0 }
    counts.set(state, { files: sum.files + 1, percent: sum.percent + percent })
  }
  if (counts.size === 0) return null
  return (
    <div className={styles.fileMarks}>
      {[...counts].map(([state, { files, percent }]) => (
        <span key={state}>
          {plural(files, { one: '# file', other: '# files' })} <DeliveryMark state={state} percent={percent / files} />
        </span>
      ))}
    </div>
  )
}

/** `takePhoto`: there is also a button for the camera. */
function chooseLabel(accept: Accept, takePhoto: boolean): string {
  if (accept === 'files') return t`Add file`
  if (accept === 'all') return takePhoto ? t`Add file` : t`Add photo or file`
  return takePhoto ? t`Choose photo` : t`Add photo`
}

interface AddFilesProps extends Pick<FilesViewProps, 'id' | 'describedBy'> {
  readonly accept: Accept
  readonly addLabel: string | undefined
  readonly multiple: boolean
  onTake(files: readonly File[]): void
}

/** The buttons for the camera and the file dialog. */
function AddFiles({ id, describedBy, accept, addLabel, multiple, onTake }: AddFilesProps) {
  const { t } = useLingui()
  const host = useFormHost()
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const coarse = hasCamera()
  const takePhoto = coarse && accept !== 'files'

  /** A phone may unload the page while its camera is open, so the draft is on disk before it opens. */
  const pick = async (input: HTMLInputElement | null) => {
    const late = new Promise((resolve) => setTimeout(resolve, longestFlush))
    await Promise.race([host.flush?.().catch(() => undefined), late])
    input?.click()
  }

  const input = (ref: RefObject<HTMLInputElement | null>, props: Record<string, unknown>) => (
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
        onTake(chosen)
      }}
      {...props}
    />
  )

  return (
    <div className={styles.fileAdd}>
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
        {addLabel ?? chooseLabel(accept, takePhoto)}
      </Button>
      {coarse ? null : <span className={`${controls.hint} ${styles.dropHint}`}>{t`or drop or paste here`}</span>}
      {takePhoto && input(camera, { capture: 'environment' })}
      {input(chooser, { multiple })}
    </div>
  )
}
