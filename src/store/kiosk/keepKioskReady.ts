import { gateRoster } from '../../../contract/endpoints/attendance.ts'
import { addressOf } from '../../../contract/endpoint.ts'
import { gateAddress, type KioskUrl } from '../../../contract/endpoints/kiosk.ts'
import { type Language, languages } from '../../../contract/reference/languages.ts'
import { pageDataAddress } from '../../../contract/endpoints/pages.ts'
import type { Owner } from '../db/MusterDb.ts'
import { type RefreshResult, requestRefresh } from '../db/emitStoreEvent.ts'
import { fillsPdf } from '../media/fillsPdf.ts'
import { keepable, keepMedia } from '../media/offlineMedia.ts'
import { wantPdfTools } from '../media/wantPdfTools.ts'
import { getStore } from '../db/store.ts'

export const addressesOf = (url: KioskUrl): readonly string[] => (typeof url === 'string' ? [url] : url.map((pair) => pair.url))

/** Results after which the next request would fail too. */
const unreachable = new Set<RefreshResult>(['offline', 'captive', 'session'])

/** The page of the form that this gate's roster requires of a new worker; undefined if there is none. */
async function inductionPage(owner: Owner, roster: string): Promise<string | undefined> {
  const known = (await getStore().db.screens.get([owner, roster]))?.data as { induction?: { form?: string } } | undefined
  const form = known?.induction?.form
  return form === undefined ? undefined : `/frontend/forms/${form}?embedded=true`
}

/**
 * Prefetches everything that a kiosk shows, in every language: the next visitor may speak another language
 * while there is no connection. Resolves to true once all of it is here; cached data stays if a part fails.
 */
export async function keepKioskReady(owner: Owner, url: KioskUrl, first: Language): Promise<boolean> {
  const pages = addressesOf(url).filter((address) => address.startsWith('/frontend/'))
  let all = true
  for (const address of addressesOf(url).filter((one) => one.startsWith(gateAddress))) {
    const roster = addressOf(gateRoster, { gate: address.slice(gateAddress.length) })
    const result = await requestRefresh(roster, owner)
    if (unreachable.has(result)) return false
    if (result !== 'fresh') all = false
    const page = await inductionPage(owner, roster)
    if (page !== undefined) pages.push(page)
  }
  const order = [first, ...(Object.keys(languages) as Language[]).filter((lang) => lang !== first)]
  for (const lang of order)
    for (const page of pages) {
      const [pathname = '', search = ''] = page.split('?', 2)
      const address = pageDataAddress(pathname, search, lang)
      const result = await requestRefresh(address, owner)
      if (unreachable.has(result)) return false
      if (result !== 'fresh') all = false
      else if (lang === first) all = (await keepWhatItNeeds(owner, address)) && all
    }
  return all
}

/** Fetches long lists that are not part of the page, and requests videos, documents and what shows documents. */
async function keepWhatItNeeds(owner: Owner, address: string): Promise<boolean> {
  const data = (await getStore().db.screens.get([owner, address]))?.data as { lists?: Record<string, string>; form?: unknown } | undefined
  let all = true
  for (const list of Object.values(data?.lists ?? {})) all = (await requestRefresh(list, owner)) === 'fresh' && all
  const links = [...filesIn(data?.form)]
  for (const link of links) await keepMedia(link, owner)
  if (fillsPdf(data)) await wantPdfTools('fill')
  else if (links.some((link) => link.endsWith('.pdf'))) await wantPdfTools('read')
  return all
}

function filesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    const link = /^(?:https?:\/\/|\/)\S+$/.test(value) ? keepable(value, location.origin) : undefined
    if (link) found.add(link)
  } else if (value !== null && typeof value === 'object') for (const item of Object.values(value)) filesIn(item, found)
  return found
}
