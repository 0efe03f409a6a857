import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { fileHref, pictureSrc } from '../../lib/safeHref.ts'
import { useFileUrl } from '../../store/files/addBlob.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { isLoading } from './adding.ts'
import { isPhoto } from './itemsOf.ts'
import * as styles from './attachments.module.css'

interface AttachmentTileProps {
  readonly item: Attachment
  /** Upload progress; undefined if nothing is being uploaded. */
  readonly percent: number | undefined
  onOpen(): void
  readonly onRemove: (() => void) | undefined
  readonly removeLabel: string
}

type Flag = 'valid' | 'invalid'

/** The result of the check of a file; undefined while it runs or if there is none. */
function flagOf(item: Attachment): Flag | undefined {
  if (isLoading(item)) return undefined
  if (item.valid === true) return 'valid'
  return item.valid === false ? 'invalid' : undefined
}

function stateOf(item: Attachment, flag: Flag | undefined): 'preparing' | 'checking' | Flag | undefined {
  if (item.url === '') return 'preparing'
  return isLoading(item) ? 'checking' : flag
}

/** One file: picture or name, its state, and a remove button. */
export function AttachmentTile({ item, percent, onOpen, onRemove, removeLabel }: AttachmentTileProps) {
  const { t } = useLingui()
  const photo = isPhoto(item)
  const picture = pictureSrc(item.thumbnail)
  const url = useFileUrl(photo && picture ? '' : item.id, item.url)
  const flag = flagOf(item)
  const state = stateOf(item, flag)
  const words = { preparing: t`Preparing`, checking: t`Checking`, valid: t`Valid`, invalid: t`Not valid` }
  const name = [item.name || item.filename, state && words[state]].filter(Boolean).join(', ')
  return (
    <li className={styles.fileTile} data-loading={isLoading(item) || undefined}>
      <OpenFile item={item} name={name} url={url} onOpen={onOpen}>
        <FileFace item={item} src={picture ?? url} />
        {state && (
          <span className={styles.fileState} data-flag={flag}>
            {flag && <Icon name={flag === 'valid' ? 'check' : 'alert'} size={14} />}
            {words[state]}
          </span>
        )}
        {percent !== undefined && percent < 100 ? (
          <progress className={styles.fileProgress} max={100} value={percent} aria-hidden="true" />
        ) : null}
      </OpenFile>
      {onRemove && <IconButton icon="trash" label={removeLabel} onClick={onRemove} />}
    </li>
  )
}

/** The photo, or an icon with the name. */
function FileFace({ item, src }: Pick<AttachmentTileProps, 'item'> & { readonly src: string | undefined }) {
  const photo = isPhoto(item)
  if (photo && src) return <img src={src} alt="" width={100} height={100} loading="lazy" />
  return (
    <span className={styles.fileFace}>
      <Icon name={photo ? 'image' : 'file'} size={28} />
      {item.url !== '' && <span>{item.name || item.filename}</span>}
    </span>
  )
}

interface OpenFileProps extends Pick<AttachmentTileProps, 'item' | 'onOpen'> {
  readonly name: string
  readonly url: string | undefined
  readonly children: ReactNode
}

/** Opens a photo in the viewer and another file in a new tab; a file that is being prepared does not open. */
function OpenFile({ item, name, url, onOpen, children }: OpenFileProps) {
  if (item.url === '')
    return (
      <div className={styles.fileOpen} role="img" aria-label={name} aria-busy="true">
        {children}
      </div>
    )
  if (isPhoto(item))
    return (
      <button type="button" className={styles.fileOpen} aria-label={name} onClick={onOpen}>
        {children}
      </button>
    )
  return (
    <a
      className={styles.fileOpen}
      href={fileHref(url)}
      target="_blank"
      rel="noopener"
      download={url?.startsWith('blob:') ? item.filename : undefined}
      aria-label={name}
    >
      {children}
    </a>
  )
}
