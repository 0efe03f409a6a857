import { didYouMean } from '../../../contract/forms/check/didYouMean.ts'
import type { FormSettings, SettingsProblem } from '../../../contract/forms/FormSettings.ts'
import { actionNames } from './namedActions.ts'
import { actionsInSettings } from './actionsInSettings.ts'

/**
 * Returns a problem for each action in the settings that this server does not have (`rpc`, `saveRpc`,
 * `rpc:…`, an address under /api/rpc/).
 */
export function unknownActions(settings: FormSettings): SettingsProblem[] {
  return actionsInSettings(settings).flatMap(({ name, path }) => {
    if (typeof name !== 'string' || actionNames.has(name)) return []
    const near = didYouMean(name, actionNames)
    const hint = near ? `; did you mean ${near}?` : `; there are ${[...actionNames].join(', ')}`
    return [{ path, message: `expected an action that this server has instead of "${name}"${hint}` }]
  })
}
