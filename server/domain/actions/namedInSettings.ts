import type { FormSettings } from '../../../contract/forms/settings.ts'

/** A server action that the settings of a form name. */
export interface ActionInSettings {
  readonly name: unknown
  /** For example `children[3].saveRpc`. */
  readonly path: string
  /**
   * `save`: a save runs it (`rpc`, `saveRpc`). `link`: a person presses a link (`rpc:…`, an address under
   * /api/rpc/).
   */
  readonly by: 'save' | 'link'
}

/** Returns all actions that the settings of a form name. */
export function actionsInSettings(settings: Pick<FormSettings, 'children'>): ActionInSettings[] {
  const found: ActionInSettings[] = []

  function walk(value: unknown, path: string): void {
    if (typeof value === 'string') {
      const name = /^rpc:(.+)$/s.exec(value)?.[1] ?? /^(?:post:|action:)?\/?api\/rpc\/([^/?#]+)$/.exec(value)?.[1]
      if (name !== undefined) found.push({ name, path, by: 'link' })
    } else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${path}[${index}]`))
    else if (typeof value === 'object' && value !== null) {
      const isSave = 'type' in value ? value.type === 'save' : 'message' in value && value.message === 'save.firestore.record'
      for (const [key, part] of Object.entries(value)) {
        const at = path ? `${path}.${key}` : key
        if (isSave && (key === 'rpc' || key === 'saveRpc')) found.push({ name: part, path: at, by: 'save' })
        else if (lists.has(key) || typeof part === 'object') walk(part, at)
      }
    }
  }

  walk(settings.children, 'children')
  return found
}

/** Properties that contain links. In any other text "rpc:" has no meaning. */
const lists = new Set(['action', 'url', 'next'])
