import { t } from '@lingui/core/macro'
import { addressOf } from '../../../contract/endpoint.ts'
import { type Attachment, attachFile, fileAddress, maxFileSize, previewOf } from '../../../contract/endpoints/uploads.ts'
import { addBlob, keepUnprocessed } from '../../store/files/addBlob.ts'
import type { useAnswers, WaitingAct } from '../../store/outbox/useWaiting.ts'
import { deliveryOf, NotSaved, queue } from '../../store/outbox/queue.ts'
import type { Delivery } from '../../ui/feedback/DeliveryMark.tsx'
import { prepare, tooLarge } from './adding.ts'
import { isPhoto, jpegName, nameFor } from './itemsOf.ts'

/** The list of a record to which files are sent. */
export interface Target {
  readonly path: string
  readonly attribute: string
}

const addressFor = ({ path, attribute }: Target) => addressOf(attachFile, { '*': path }, { attribute })

interface Sending {
  readonly file: File
  readonly names: readonly { filename: string }[]
  readonly target: Target
  readonly draftId: string
  readonly title: string
}

/** Stores one file on the device and adds it to the outbox; returns the reason as text if it failed. */
export async function sendOne({ file, names, target, draftId, title }: Sending): Promise<{ filename?: string; complaint?: string }> {
  if (!isPhoto(file) && file.size > maxFileSize) return { complaint: tooLarge(file) }
  const prepared = await prepare(file).catch(() => undefined)
  if (!prepared) {
    const kept = await keepUnprocessed({ bytes: file, filename: file.name, reason: t`This picture could not be read.` }).then(
      () => true,
      () => false,
    )
    return {
      complaint: kept
        ? t`${file.name} could not be read. It is kept under "Not processed".`
        : t`${file.name} could not be read, and there is no room to keep it on this device.`,
    }
  }
  const { bytes, type, thumbnail } = prepared
  if (bytes.size > maxFileSize) return { complaint: tooLarge(file) }
  const filename = nameFor(isPhoto(file) ? jpegName(file.name) : file.name, names, new Date())
  try {
    const { id } = await addBlob({ bytes, source: file, type, filename, draftId })
    await queue(
      attachFile,
      { '*': target.path },
      { type, name: filename, id, ...(thumbnail && { thumbnail }) },
      { blobIds: [id], query: { attribute: target.attribute }, title: title ? `${title}: ${filename}` : filename },
    )
    return { filename }
  } catch (error) {
    const full = error instanceof NotSaved && error.reason === 'full'
    return {
      complaint: full
        ? t`${filename} is not added: this device has no room left. Free some space, then add it again.`
        : t`${filename} is not added: this device could not store it. Add it again.`,
    }
  }
}

const fileOf = (value: unknown): Attachment | undefined => {
  const { id, name, type, thumbnail } = (value ?? {}) as Partial<Record<keyof Attachment, unknown>>
  if (typeof id !== 'string' || typeof name !== 'string' || typeof type !== 'string') return undefined
  const known = { id, name, filename: name, type, url: fileAddress(id), ...previewOf(id, type) }
  return { ...known, ...(typeof thumbnail === 'string' && { thumbnail }) }
}

interface WaitingFile extends Pick<WaitingAct, 'opId' | 'percent' | 'words'> {
  readonly file: Attachment
  readonly delivery: Delivery
}

/** Files of this list that are not on the server yet. */
export function waitingFiles(acts: readonly WaitingAct[] | undefined, target: Target) {
  const address = addressFor(target)
  return (acts ?? []).flatMap(({ opId, url, body, state, percent, words }): WaitingFile[] => {
    const file = url === address ? fileOf(body) : undefined
    return file ? [{ opId, file, delivery: deliveryOf(state), percent, words }] : []
  })
}

/** Files of this list that the server received from this device; the page's data may not contain them yet. */
export function answeredFiles(answers: ReturnType<typeof useAnswers>, { attribute }: Target) {
  return (answers ?? []).flatMap(({ opId, answer }) => {
    const file = answer['attribute'] === attribute ? fileOf(answer['file']) : undefined
    return file ? [{ opId, file, returnUrl: answer['returnUrl'] }] : []
  })
}
