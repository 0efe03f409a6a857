import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { fileLink } from '../../../../contract/rules/fileLink.ts'
import type { PdfAttachment } from '../../../../contract/forms/PdfConfig.ts'
import { servedType } from '../../../../contract/rules/servedType.ts'
import { type Attachment, imageToPdf } from '../../../../contract/endpoints/uploads.ts'
import { sizeText } from '../../../fields/attachments/itemsOf.ts'
import { showPdf, useOnline } from '../../../fields/attachments/showPdf.ts'
import { base64Of } from '../../../lib/base64Of.ts'
import { blobOfDataUrl } from '../../../lib/blobOfDataUrl.ts'
import { fileHref, pictureSrc } from '../../../lib/safeHref.ts'
import { getFile } from '../../../store/files/addBlob.ts'
import { askBytes } from '../../../sync/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { confirmDialog } from '../../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { addAttachment } from './addAttachment.ts'
import type { Filling } from '../filling.ts'
import { useAttachments } from '../useValues.ts'
import * as controls from '../../../ui/controls/controls.module.css'
import * as styles from '../pdfForm.module.css'

const PdfReader = lazy(() => import('../../../ui/pdf-pages/PdfReader.tsx').then((module) => ({ default: module.PdfReader })))

interface AttachmentsDialogProps {
  readonly filling: Filling
  readonly draftId: string
  readonly readOnly: boolean
  onClose(): void
}

const isPdf = ({ type, filename, url }: PdfAttachment) =>
  type === 'application/pdf' || /^data:application\/pdf/i.test(url) || /\.pdf$/i.test(filename)

const isImage = ({ type }: PdfAttachment) => type?.startsWith('image/') === true

/** Photos and files that belong to the document. */
export function AttachmentsDialog({ filling, draftId, readOnly, onClose }: AttachmentsDialogProps) {
  const { t } = useLingui()
  const items = useAttachments(filling)
  const picker = useId()
  const input = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState<string>()
  const [reading, setReading] = useState<{ title: string; source: string | Blob }>()
  const { working, add } = useAdding(filling, draftId, setComplaint)

  const remove = async (item: PdfAttachment) => {
    if (!(await confirmDialog({ text: t`Remove ${item.filename}?`, ok: t`Remove`, danger: true }))) return
    filling.setAttachments((before) => before.filter((one) => one !== item))
  }
  const open = async (item: PdfAttachment) => {
    const inline = blobOfDataUrl(item.url)
    const here = inline ?? (await getFile(item.id).catch(() => undefined))
    const link = fileLink(item)
    if (!here && link === undefined) return setComplaint(t`${item.filename} can't be opened: it is not a file of this site.`)
    if (isPdf(item)) return setReading({ title: item.filename, source: here ?? new URL(link ?? '', location.origin).href })
    if (!inline && item.type !== undefined && isImage(item)) {
      const attachment: Attachment = { ...item, name: item.filename, type: item.type }
      return await showPdf(attachment, async (picture) =>
        askBytes(imageToPdf, undefined, { type: picture.type, image: await base64Of(picture) }),
      )
    }
    // An HTML file among the attachments must not open as a page of this site.
    const address = here ? URL.createObjectURL(new Blob([here], { type: servedType(here.type).type })) : link
    window.open(fileHref(address), '_blank', 'noopener')
  }

  return (
    <Dialog
      open
      kind="generic"
      title={t`Attachments (${items.length})`}
      onClose={onClose}
      actions={
        <>
          {readOnly ? null : (
            <Button icon="camera" busy={working} onClick={() => input.current?.click()}>
              {t`Add photos or files`}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        id={picker}
        type="file"
        multiple
        hidden
        aria-label={t`Add photos or files`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void add(files)
        }}
      />
      {complaint ? <Notice level="error">{complaint}</Notice> : null}
      {items.length === 0 ? (
        <p className={controls.hint}>
          <Trans>Photos and files that you add here are sent with the document.</Trans>
        </p>
      ) : (
        <ul className={styles.files}>
          {items.map((item) => (
            <AttachmentRow key={item.id} item={item} readOnly={readOnly} onOpen={() => open(item)} onRemove={() => remove(item)} />
          ))}
        </ul>
      )}
      {reading ? (
        <Suspense fallback={null}>
          <PdfReader source={reading.source} title={reading.title} onClose={() => setReading(undefined)} />
        </Suspense>
      ) : null}
    </Dialog>
  )
}

interface AttachmentRowProps {
  readonly item: PdfAttachment
  readonly readOnly: boolean
  onOpen(): Promise<void>
  onRemove(): Promise<void>
}

function AttachmentRow({ item, readOnly, onOpen, onRemove }: AttachmentRowProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  return (
    <li>
      {item.thumbnail ? (
        <img src={pictureSrc(item.thumbnail)} alt="" width={48} height={48} />
      ) : (
        <Icon name={isImage(item) ? 'image' : 'file'} size={28} />
      )}
      <span className={styles.file}>
        <span>{item.filename}</span>
        {item.size === undefined ? null : <span className={controls.hint}>{sizeText(item.size, i18n.locale)}</span>}
      </span>
      <IconButton
        icon={isPdf(item) ? 'file' : 'search'}
        label={isImage(item) ? t`Preview ${item.filename} as PDF` : t`Open ${item.filename}`}
        disabled={isImage(item) && !online}
        onClick={onOpen}
      />
      {readOnly ? null : <IconButton icon="trash" label={t`Remove ${item.filename}`} onClick={onRemove} />}
    </li>
  )
}

/** Adds files to the form. `onComplaint` gets the reason why a file is not added; undefined at the start. */
function useAdding(filling: Filling, draftId: string, onComplaint: (text: string | undefined) => void) {
  const [working, setWorking] = useState(false)
  const add = async (files: readonly File[]) => {
    onComplaint(undefined)
    setWorking(true)
    try {
      for (const file of files) {
        const { complaint } = await addAttachment(file, filling, draftId)
        if (complaint !== undefined) onComplaint(complaint)
      }
    } finally {
      setWorking(false)
    }
  }
  return { working, add }
}
