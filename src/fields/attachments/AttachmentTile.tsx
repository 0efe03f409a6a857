import { useLingui } from '@lingui/react/macro'
import type { Attachment } from '../../../contract/endpoints/uploads.ts'
import { fileHref, pictureSrc } from '../../lib/safeHref.ts'
import { useFileUrl } from '../../store/files/blobs.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { isLoading } from './adding.ts'
import { isPhoto } from './items.ts'

interface AttachmentTileProps {
  readonly item: Attachment
  /** Upload progress; undefined if nothing is being uploaded. */
  readonly percent: number | undefined
  onOpen(): void
  readonly onRemove: (() => void) | undefined
  readonly removeLabel: string
}

/** One file: picture or name, its state, and a remove button. */
export function AttachmentTile({ item, percent, onOpen, onRemove, removeLabel }: AttachmentTileProps) {
  const { t } = useLingui()
  const photo = isPhoto(item)
  const picture = pictureSrc(item.thumbnail) ?? pictureSrc(item.previewUrl)
  const url = useFileUrl(photo && picture ? '' : item.id, item.url)
  const loading = isLoading(item)
  const flag = loading ? undefined : item.valid === true ? 'valid' : item.valid === false ? 'invalid' : undefined
  const state =
    item.url === '' ? t`Preparing` : loading ? t`Checking` : flag === 'invalid' ? t`Not valid` : flag === 'valid' ? t`Valid` : ''
  const name = [item.name || item.filename, state].filter(Boolean).join(', ')
  const face = (
    <>
      {photo && (picture || url) ? (
        <img src={picture ?? url} alt="" width={100} height={100} loading="lazy" />
      ) : (
        <span className="m-file-face">
          <Icon name={photo ? 'image' : 'file'} size={28} />
          {item.url !== '' && <span>{item.name || item.filename}</span>}
        </span>
      )}
      {state && (
        <span className="m-file-state" data-flag={flag}>
          {flag && <Icon name={flag === 'valid' ? 'check' : 'alert'} size={14} />}
          {state}
        </span>
      )}
      {percent !== undefined && percent < 100 ? (
        <progress className="m-file-progress" max={100} value={percent} aria-hidden="true" />
      ) : null}
    </>
  )
  return (
    <li className="m-file-tile" data-loading={loading || undefined}>
      {item.url === '' ? (
        <div className="m-file-open" role="img" aria-label={name} aria-busy="true">
          {face}
        </div>
      ) : photo ? (
        <button type="button" className="m-file-open" aria-label={name} onClick={onOpen}>
          {face}
        </button>
      ) : (
        <a
          className="m-file-open"
          href={fileHref(url)}
          target="_blank"
          rel="noopener"
          download={url?.startsWith('blob:') ? item.filename : undefined}
          aria-label={name}
        >
          {face}
        </a>
      )}
      {onRemove && <IconButton icon="trash" label={removeLabel} onClick={onRemove} />}
    </li>
  )
}
