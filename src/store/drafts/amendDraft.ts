import type { Model } from '../../../contract/endpoints/records.ts'
import { rowVersion } from '../db/MusterDb.ts'
import { serverNow } from '../db/serverNow.ts'
import { getStore } from '../db/store.ts'
import { changeDraft, type DraftKey, intoDrafts } from './keepDraft.ts'

/**
 * Changes single answers below `place` of a stored draft, and leaves the others as they are stored. gone: there is no
 * such draft. sealed: its owner has logged out. @throws NotSaved
 */
export async function amendDraft(key: DraftKey, place: string, answers: Model): Promise<'amended' | 'gone' | 'sealed'> {
  const store = getStore()
  const { drafts } = store.db
  return await changeDraft(store, key, async () => {
    const { at } = await serverNow(store)
    return await intoDrafts(store, () =>
      store.db.transaction('rw', drafts, async () => {
        const row = await drafts.get(key)
        if (!row) return 'gone'
        if (row.v > rowVersion) return 'sealed'
        const before = row.body[place] as Model | undefined
        await drafts.put({ ...row, body: { ...row.body, [place]: { ...before, ...answers } }, updatedAt: store.now(), serverAt: at })
        return 'amended'
      }),
    )
  })
}
