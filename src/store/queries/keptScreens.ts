import type { Owner, ScreenRow } from '../db/MusterDb.ts'
import { getStore } from '../db/store.ts'

const between = (owner: Owner) => getStore().db.screens.where('[owner+url]').between([owner, ''], [owner, '\uffff'])

/** Returns the answers of the server that the device keeps for an owner. */
export const keptScreens = (owner: Owner): Promise<ScreenRow[]> => between(owner).toArray()

/** The same, one by one: a large answer takes long to read, and a key that waits comes before the next one. */
export async function* keptScreensAt(owner: Owner, isWanted: (url: string) => boolean): AsyncGenerator<ScreenRow> {
  for (const [, url] of await between(owner).primaryKeys()) {
    const row = isWanted(url) ? await getStore().db.screens.get([owner, url]) : undefined
    if (row) yield row
  }
}
