import { missingTools, pdfCache, type PdfTool } from '../store/media/pdfTools.ts'
import { wantedPdfTools } from '../store/media/wantPdfTools.ts'
import type { Store } from '../store/db/store.ts'
import type { Readiness } from '../store/queries/readiness.ts'
import { deleteFormerTools, holdTools } from './deleteFormerTools.ts'
import { askForFile, hasRoom } from './downloadMedia.ts'

/**
 * Returns the files of the PDF viewer that a plan needs and the device lacks. By itself the app keeps only what
 * scripts of forms need, because the rest is large.
 */
export async function toolsToFetch({ pdfUse, byItself }: Pick<Readiness, 'pdfUse' | 'byItself'>): Promise<readonly PdfTool[]> {
  if (typeof caches === 'undefined') return []
  // A browser may refuse its caches: the rest of the plan is kept all the same.
  const missing = await missingTools(pdfUse).catch(() => [])
  return byItself === true ? missing.filter(({ kind }) => kind === 'scripts') : missing
}

/**
 * Fetches a file of the PDF viewer into the cache of the service worker. refused: the server does not have it;
 * full: the device has no space, also without the files of earlier versions; offline: it did not arrive.
 */
export async function fetchTool({ url, size }: PdfTool): Promise<'here' | 'refused' | 'full' | 'offline'> {
  if (!(await hasRoom(size)) && !((await freeFormer()) && (await hasRoom(size)))) return 'full'
  const answer = await askForFile(url)
  if (!answer) return 'offline'
  if (answer.status !== 200) return 'refused'
  const body = await answer.blob().catch(() => undefined)
  if (!body) return 'offline'
  const put = async () => {
    await (await caches.open(pdfCache)).put(url, new Response(body, { headers: answer.headers }))
    return 'here' as const
  }
  return await put()
    .catch(async () => ((await freeFormer()) ? await put() : 'full'))
    .catch(() => 'full' as const)
}

const freeFormer = () => deleteFormerTools('all').catch(() => false)

let keeping: Promise<void> | undefined

/**
 * Fetches what a complete plan lacks again, as far as the connection and the space allow: an update of the app
 * may have another version of the viewer, and a full device drops it.
 */
export function keepPdfTools(plan: Pick<Readiness, 'pdfUse' | 'byItself'>): Promise<void> {
  keeping ??= fetchMissing(plan).finally(() => {
    keeping = undefined
  })
  return keeping
}

async function fetchMissing(plan: Pick<Readiness, 'pdfUse' | 'byItself'>): Promise<void> {
  for (const tool of await toolsToFetch(plan)) if ((await fetchTool(tool)) !== 'here') return
  await freeFormer()
}

/** Fetches what a kiosk has requested and the device lacks. Every page calls it at its start. */
export async function keepWantedTools(store: Store): Promise<void> {
  holdTools()
  const pdfUse = await wantedPdfTools(store)
  if (pdfUse !== undefined) return await keepPdfTools({ pdfUse })
  // The service worker has kept files at their first use.
  await deleteFormerTools('replaced').catch(() => undefined)
}
