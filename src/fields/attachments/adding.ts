import { t } from '@lingui/core/macro'
import { type Attachment, fileAddress, maxFileSize, previewOf } from '../../../contract/endpoints/uploads.ts'
import type { Form } from '../../engine/form.ts'
import { newId } from '../../lib/newId.ts'
import { imageLimits, prepareImage } from '../../lib/images/prepareImage.ts'
import { addBlob, keepUnprocessed } from '../../store/files/addBlob.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { isPhoto, itemsOf, jpegName, nameFor } from './itemsOf.ts'

/** Result of the optional text validation of a photo (spec/1 §7). */
export type Verdict = Pick<Attachment, 'valid' | 'validationResults' | 'manpower'>

export interface Adding {
  readonly form: Form
  readonly path: string
  readonly draftId: string
  /** The most pixels of a photo in height and width. */
  readonly photoSide?: number | undefined
  /** Undefined if the field has no validation. Resolves to undefined if the validation gives no result. */
  readonly check?: ((photo: Blob) => Promise<Verdict | undefined>) | undefined
  /** Reports why a file was not added. */
  complain(text: string): void
}

/** Ids of the items that this page is processing. */
const inWork = new Set<string>()

/**
 * A stored item keeps `loading` if its page was closed before the check ended; such an item is not loading.
 */
export const isLoading = ({ id, loading }: Attachment) => loading === true && inWork.has(id)

function change({ form, path }: Pick<Adding, 'form' | 'path'>, id: string, next: (item: Attachment) => Attachment | undefined): void {
  const items = itemsOf(form.value(path))
  if (!items.some((item) => item.id === id)) return
  form.set(
    path,
    items.flatMap((item) => (item.id === id ? (next(item) ?? []) : [item])),
  )
}

export const removeItem = (where: Pick<Adding, 'form' | 'path'>, id: string) => change(where, id, () => undefined)

/** A restored draft may have items without bytes, because the page was closed while they were prepared. */
export function dropLeftovers({ form, path }: Pick<Adding, 'form' | 'path'>): void {
  const items = itemsOf(form.value(path))
  const real = items.filter(({ id, url }) => url !== '' || inWork.has(id))
  if (real.length < items.length) form.set(path, real)
}

/** Returns the file as it is stored, and its thumbnail. */
export async function prepare(file: File, photoSide?: number): Promise<{ bytes: Blob; type: string; thumbnail?: string }> {
  if (!isPhoto(file)) return { bytes: file, type: file.type || 'application/octet-stream' }
  const { bytes, thumbnail } = await prepareImage(file, photoSide === undefined ? undefined : { ...imageLimits, side: photoSide })
  return { bytes, type: 'image/jpeg', thumbnail }
}

/** A photo that is stored, and waits for its check. */
interface Unchecked {
  readonly id: string
  readonly bytes: Blob
}

/** Stores a file on the device, and returns the photo if it needs a check. */
async function add(adding: Adding, file: File, { id: early, filename }: Attachment): Promise<Unchecked | undefined> {
  if (!isPhoto(file) && file.size > maxFileSize) return refuse(adding, early, tooLarge(file))
  const prepared = await prepare(file, adding.photoSide).catch(() => undefined)
  if (!prepared) {
    removeItem(adding, early)
    const kept = await keepUnprocessed({ bytes: file, filename: file.name, reason: t`This picture could not be read.` }).then(
      () => true,
      () => false,
    )
    if (kept) toast(t`${file.name} could not be read. It is kept under "Not processed".`, 'warning')
    else adding.complain(t`${file.name} could not be read, and there is no room to keep it on this device.`)
    return undefined
  }
  if (prepared.bytes.size > maxFileSize) return refuse(adding, early, tooLarge(file))
  const { bytes, type, thumbnail } = prepared
  const kept = await addBlob({ bytes, source: file, type, filename, draftId: adding.draftId }).catch(() => undefined)
  if (!kept) return refuse(adding, early, t`${filename} is not added: this device has no room left. Free some space, then add it again.`)
  const checking = adding.check !== undefined && thumbnail !== undefined
  if (checking) inWork.add(kept.id)
  change(adding, early, ({ loading: _, ...item }) => ({
    ...item,
    ...kept,
    type,
    url: fileAddress(kept.id),
    ...previewOf(kept.id, type),
    ...(thumbnail && { thumbnail }),
    ...(checking && { loading: true }),
  }))
  return checking ? { id: kept.id, bytes } : undefined
}

/** The server asks about a photo without a verdict when its record arrives. */
const longestCheckMs = 30_000

/** The verdict; undefined without one, `late` after the longest time. */
async function verdictInTime({ check }: Adding, photo: Blob): Promise<Verdict | 'late' | undefined> {
  const limit = AbortSignal.timeout(longestCheckMs)
  const late = new Promise<'late'>((resolve) => limit.addEventListener('abort', () => resolve('late'), { once: true }))
  return Promise.race([late, check?.(photo).catch(() => undefined)])
}

/** Checks one photo after the other. When one is late, the server is busy, and the others are not sent. */
async function checkAll(adding: Adding, photos: readonly Unchecked[]): Promise<void> {
  let isLate = false
  for (const { id, bytes } of photos) {
    const verdict: Verdict | 'late' | undefined = isLate ? undefined : await verdictInTime(adding, bytes)
    isLate ||= verdict === 'late'
    inWork.delete(id)
    change(adding, id, ({ loading: _, ...item }) => ({ ...item, ...(verdict !== 'late' && verdict) }))
  }
}

function refuse(adding: Adding, id: string, why: string): undefined {
  removeItem(adding, id)
  adding.complain(why)
}

export function tooLarge({ name, size }: File): string {
  const megabytes = Math.ceil(size / 1024 / 1024)
  const most = maxFileSize / 1024 / 1024
  return t`${name} is not added: it has ${megabytes} MB, and a file can have ${most} MB at most.`
}

/**
 * Adds the files to the list at once (loading), stores them on the device one after the other, and then checks the
 * photos. No file waits for the check of another: a page that closes meanwhile would lose it. Resolves before the checks.
 */
export async function addFiles(adding: Adding, files: readonly File[]): Promise<void> {
  const { form, path } = adding
  let items = itemsOf(form.value(path))
  const fresh = files.map((file): [File, Attachment] => {
    const filename = nameFor(isPhoto(file) ? jpegName(file.name) : file.name, items, new Date())
    const item: Attachment = { id: newId(), name: filename, filename, type: file.type, url: '', loading: true }
    inWork.add(item.id)
    items = [...items, item]
    return [file, item]
  })
  form.set(path, items)
  const unchecked: Unchecked[] = []
  for (const [file, item] of fresh) {
    try {
      const photo = await add(adding, file, item)
      if (photo) unchecked.push(photo)
    } finally {
      inWork.delete(item.id)
    }
  }
  void checkAll(adding, unchecked)
}
