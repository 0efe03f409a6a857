import { useLingui } from '@lingui/react/macro'
import { fileHref } from '../../lib/safeHref.ts'
import { alertDialog } from '../../ui/overlays/confirmDialog.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { ReadyFormProps } from './pdfFormProps.ts'
import { filenameOf } from './submitPdf.ts'

/** Shares, downloads and prints the filled document. `bytes` writes it. */
export function useFileOutput({ host, opening }: ReadyFormProps, bytes: () => Promise<Uint8Array<ArrayBuffer>>) {
  const { config } = opening
  const { t } = useLingui()

  const file = async () => new File([await bytes()], filenameOf(opening), { type: 'application/pdf' })
  const share = async () => {
    const given = await file().catch(() => undefined)
    if (given && navigator.canShare?.({ files: [given] })) {
      const isDone = await navigator.share({ files: [given], title: opening.fill(config.shareTitle ?? opening.name) }).then(
        () => true,
        (error: unknown) => (error as Error).name === 'AbortError',
      )
      if (isDone) return
    }
    const link = `share:/api/link/${location.pathname.replace(/^\/frontend\//, '')}${location.search}`
    if (navigator.onLine) await host.run(link, { model: {}, path: opening.recordPath })
    else if (given) downloadFile(given, given.name)
  }
  const download = async () => {
    const given = await file().catch(() => undefined)
    if (given) downloadFile(given, given.name)
    else await alertDialog(t`The document could not be written. What you filled in is kept here; try again.`)
  }
  const print = async () => {
    const tab = window.open('', '_blank')
    if (!tab) return toast(t`The browser did not open a new window.`, 'warning')
    tab.opener = null
    const url = await file().then(URL.createObjectURL, () => undefined)
    if (url === undefined) return tab.close()
    tab.location.replace(fileHref(url) ?? 'about:blank')
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return { share, download, print }
}
