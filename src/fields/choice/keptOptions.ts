import { getStore } from '../../store/db/store.ts'
import { getOwner } from '../../store/identity/getOwner.ts'
import { getPreference } from '../../store/preferences/preferences.ts'
import { answerKey, type OptionsPath } from './optionsPathOf.ts'
import { itemsOf, type Option } from './rules.ts'

/** The options of a path that the device has, without a request; [] if it has none. */
export async function keptOptions(path: OptionsPath): Promise<readonly Option[]> {
  if (path.method === 'POST') {
    const text = getPreference(answerKey(path))
    return typeof text === 'string' ? itemsOf(JSON.parse(text), path) : []
  }
  const row = await getStore().db.screens.get([getOwner(), path.url])
  return row === undefined || row.refused ? [] : itemsOf(row.data, path)
}
