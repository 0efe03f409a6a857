import { t } from '@lingui/core/macro'
import { fileAddress, maxFileSize } from '../../../../contract/endpoints/uploads.ts'
import { prepare, tooLarge } from '../../../fields/attachments/adding.ts'
import { isPhoto, jpegName, nameFor } from '../../../fields/attachments/itemsOf.ts'
import { addBlob, keepUnprocessed } from '../../../store/files/addBlob.ts'
import type { Filling } from '../filling.ts'

interface Added {
  /** The device has its bytes: as an attachment, or under "Not processed". */
  readonly isStored: boolean
  /** Why it is not an attachment. */
  readonly complaint?: string
}

/** Stores a file on the device and adds it to the document. */
export async function addAttachment(file: File, filling: Filling, draftId: string): Promise<Added> {
  const filename = nameFor(isPhoto(file) ? jpegName(file.name) : file.name, filling.attachments(), new Date())
  const ready = isPhoto(file) || file.size <= maxFileSize ? await prepare(file).catch(() => undefined) : undefined
  if (!ready && isPhoto(file)) {
    const isStored = await keepUnprocessed({ bytes: file, filename: file.name, reason: t`This picture could not be read.` }).then(
      () => true,
      () => false,
    )
    const complaint = isStored
      ? t`${file.name} could not be read. It is kept under "Not processed".`
      : t`${file.name} could not be read, and there is no room to keep it on this device.`
    return { isStored, complaint }
  }
  if (!ready || ready.bytes.size > maxFileSize) return { isStored: false, complaint: tooLarge(file) }
  const kept = await addBlob({ bytes: ready.bytes, source: file, type: ready.type, filename, draftId }).catch(() => undefined)
  if (!kept) {
    const complaint = t`${filename} is not added: this device has no room left. Free some space, then add it again.`
    return { isStored: false, complaint }
  }
  const item = {
    ...kept,
    filename,
    type: ready.type,
    url: fileAddress(kept.id),
    ...(ready.thumbnail && { thumbnail: ready.thumbnail }),
  }
  filling.setAttachments((before) => [...before, item])
  return { isStored: true }
}
