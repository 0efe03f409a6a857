import { t } from '@lingui/core/macro'
import { shortLink } from '../../../../contract/actions.ts'
import { ask } from '../../../sync/ask.ts'
import { alertDialog, confirmDialog } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'

/** A link under /api/ stands for a page: the server gives its short form, which leads there for a day. */
async function linkOf(url: string): Promise<string> {
  const [, page, search = ''] = /^\/?api\/(?:link\/)?([^?#]+)(?:\?([^#]*))?/.exec(url) ?? []
  if (page === undefined) return new URL(url, location.origin).href
  const query = { ...Object.fromEntries(new URLSearchParams(search)), json: 'true' }
  return (await ask(shortLink, { '*': page }, undefined, { query })).shortlink
}

const nameOf = (error: unknown) => (error as { name?: string } | null)?.name

/** Hands a link to the phone's own sharing; where there is none it is copied, or shown to be copied by hand. */
export async function share(url: string): Promise<void> {
  const link = await linkOf(url)
  if (navigator.share) {
    try {
      return await navigator.share({ url: link })
    } catch (error) {
      // The person thought better of it.
      if (nameOf(error) === 'AbortError') return
      // Waiting for the link took longer than the browser lets a press last: another press.
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
