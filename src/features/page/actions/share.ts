import { t } from '@lingui/core/macro'
import { shortLink } from '../../../../contract/endpoints/actions.ts'
import { ask } from '../../../sync/ask.ts'
import { alertDialog, confirmDialog } from '../../../ui/overlays/confirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/**
 * Returns the link to share. A link under /api/ means a page: the server returns a short link to it, valid
 * for one day.
 */
async function linkOf(url: string): Promise<string> {
  const [, page, search = ''] = /^\/?api\/(?:link\/)?([^?#]+)(?:\?([^#]*))?/.exec(url) ?? []
  if (page === undefined) return new URL(url, location.origin).href
  const query = { ...Object.fromEntries(new URLSearchParams(search)), json: 'true' }
  return (await ask(shortLink, { '*': page }, undefined, { query })).shortlink
}

const nameOf = (error: unknown) => (error as { name?: string } | null)?.name

/**
 * Shares a link with the phone's own share dialog; without one, the link is copied, or shown for manual
 * copying.
 */
export async function share(url: string): Promise<void> {
  const link = await linkOf(url)
  if (navigator.share) {
    try {
      return await navigator.share({ url: link })
    } catch (error) {
      // The person canceled.
      if (nameOf(error) === 'AbortError') return
      // The link took longer than the browser's limit after a press: ask for another press.
      if (nameOf(error) === 'NotAllowedError' && (await confirmDialog({ text: t`The link is ready.`, ok: t`Share` }))) {
        await navigator.share({ url: link }).catch(() => undefined)
        return
      }
      if (nameOf(error) === 'NotAllowedError') return
    }
  }
  try {
    await navigator.clipboard.writeText(link)
    toast(t`Link copied`, 'success')
  } catch {
    await alertDialog(link)
  }
}
