import { settingsOf } from '../../../contract/forms/fieldShapes.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'

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

/** Returns the name of the action that a link runs, or undefined if it runs none. */
const actionOfLink = (link: string): string | undefined =>
  /^rpc:(.+)$/s.exec(link)?.[1] ?? /^(?:post:|action:)?\/?api\/rpc\/([^/?#]+)$/.exec(link)?.[1]

/** Returns whether a part of the settings describes a save: a save button, or the message that asks for a save. */
const isSave = (part: object): boolean =>
  'type' in part ? settingsOf(part.type)?.isSave === true : 'message' in part && part.message === 'save.firestore.record'

/** Returns all actions that the settings of a form name. */
export function actionsInSettings(settings: Pick<FormSettings, 'children'>): ActionInSettings[] {
  const found: ActionInSettings[] = []

  function walk(value: unknown, path: string): void {
    if (typeof value === 'string') {
      const name = actionOfLink(value)
      if (name !== undefined) found.push({ name, path, by: 'link' })
    } else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${path}[${index}]`))
    else if (typeof value === 'object' && value !== null) {
      const saves = isSave(value)
      for (const [key, part] of Object.entries(value)) {
        const at = path ? `${path}.${key}` : key
        if (saves && (key === 'rpc' || key === 'saveRpc')) found.push({ name: part, path: at, by: 'save' })
        else if (lists.has(key) || typeof part === 'object') walk(part, at)
      }
    }
  }

  walk(settings.children, 'children')
  return found
}

/** Properties that contain links. In any other text "rpc:" has no meaning. */
const lists = new Set(['action', 'url', 'next'])
