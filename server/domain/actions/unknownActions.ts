import { didYouMean } from '../../../contract/didYouMean.ts'
import type { FormSettings, SettingsProblem } from '../../../contract/settings.ts'
import { actionNames } from './named.ts'

/** Where settings name an action that this server does not have (`rpc`, `saveRpc`, `rpc:…`, an address under /api/rpc/). */
export function unknownActions(settings: FormSettings): SettingsProblem[] {
  const problems: SettingsProblem[] = []

  function check(name: unknown, path: string): void {
    if (typeof name !== 'string' || actionNames.has(name)) return
    const near = didYouMean(name, actionNames)
    const hint = near ? `; did you mean ${near}?` : `; there are ${[...actionNames].join(', ')}`
    problems.push({ path, message: `expected an action that this server has instead of "${name}"${hint}` })
  }

  function walk(value: unknown, path: string): void {
    if (typeof value === 'string') {
      const name = /^rpc:(.+)$/s.exec(value)?.[1] ?? /^(?:post:|action:)?\/?api\/rpc\/([^/?#]+)$/.exec(value)?.[1]
      if (name !== undefined) check(name, path)
    } else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${path}[${index}]`))
    else if (typeof value === 'object' && value !== null) {
      const isSave = 'type' in value ? value.type === 'save' : 'message' in value && value.message === 'save.firestore.record'
      for (const [key, part] of Object.entries(value)) {
        const at = path ? `${path}.${key}` : key
        if (isSave && (key === 'rpc' || key === 'saveRpc')) check(part, at)
        else if (lists.has(key) || typeof part === 'object') walk(part, at)
      }
    }
  }

  walk(settings.children, 'children')
  return problems
}

/** Texts that are links; any other text may begin with "rpc:" as it likes. */
const lists = new Set(['action', 'url', 'next'])
