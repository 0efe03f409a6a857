import type { Owner, ScreenRow } from '../db/MusterDb.ts'
import { getStore } from '../db/store.ts'

/** Returns the answers of the server that the device keeps for an owner. */
export const keptScreens = (owner: Owner): Promise<ScreenRow[]> =>
  getStore().db.screens.where('[owner+url]').between([owner, ''], [owner, '\uffff']).toArray()
