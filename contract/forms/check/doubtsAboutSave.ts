import { type NodeSetting, settingsOf } from '../fieldShapes.ts'
import type { FormSettings } from '../FormSettings.ts'
import { isRaw, listIn, type Raw } from '../isRaw.ts'
import type { Path } from '../problemsOf.ts'

function sends(node: Raw): boolean {
  const definition = settingsOf(node['type'])
  if (definition?.isSave === true || definition?.sends === true || node['inlineSave'] === true || node['next'] !== undefined) return true
  return listIn(node['children']).some((child) => isRaw(child) && sends(child))
}

function asks(node: Raw): boolean {
  const definition = settingsOf(node['type'])
  if (typeof node['attribute'] === 'string' && definition && !definition.isDerived && !definition.isText) return node['readOnly'] !== true
  return listIn(node['children']).some((child) => isRaw(child) && asks(child))
}

/** A form that asks, and that no one can send. */
export function doubtsAboutSave({ children, pdf }: FormSettings, say: (path: Path, message: string) => void): void {
  const nodes = children as readonly NodeSetting[] as unknown as readonly Raw[]
  if (pdf === undefined && nodes.some(asks) && !nodes.some(sends))
    say(['children'], 'People can answer, but not send: add { "type": "save", "label": "Send" } at the end.')
}
