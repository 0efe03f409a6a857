import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { addressOf } from '../../../contract/endpoint.ts'
import { fileLink } from '../../../contract/rules/fileLink.ts'
import { type Attachment, fileToPdf } from '../../../contract/endpoints/uploads.ts'
import { getFile } from '../../store/files/addBlob.ts'
import { getReach, onReach } from '../../store/connectivity/getReach.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { FormHost } from '../useFormHost.ts'

function subscribe(listener: () => void): () => void {
  const stop = onReach(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False while the server cannot be reached, as far as the device knows. */
export const useOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => navigator.onLine && getReach() !== 'offline' && getReach() !== 'captive')

/** How long the new window may take to read its bytes, ms. */
const keptFor = 60_000

/**
 * Opens the photo as a PDF page in a new window: from the device's own bytes if it has them, otherwise from
 * the server's.
 */
export async function showPdf({ id, url: said, type }: Attachment, make: FormHost['pdf']): Promise<void> {
  // Opened synchronously: browsers block a window that opens later than the press.
  const page = window.open('', '_blank')
  if (!page) return toast(t`The browser did not open a new window.`, 'warning')
  page.opener = null
  try {
    const here = await getFile(id)
    if (!here || !make) {
      const url = fileLink({ id, url: said })
      if (url === undefined) throw new Error('not a file of this site')
      page.location.replace(addressOf(fileToPdf, {}, { url }))
      return
    }
    const address = URL.createObjectURL(await make(here.type ? here : new Blob([here], { type })))
    page.location.replace(address)
    setTimeout(() => URL.revokeObjectURL(address), keptFor)
  } catch {
    page.close()
    toast(t`The preview could not be made. Try again with a better connection.`, 'warning')
  }
}
