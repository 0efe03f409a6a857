import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'

/**
 * The name of a node in messages: its label, else its attribute in words (`worker_count` → "Worker count").
 */
export function labelOf(setting: NodeSetting): string {
  if ('label' in setting && setting.label) return setting.label
  if (!('attribute' in setting) || typeof setting.attribute !== 'string') return ''
  const words = (setting.attribute.split('.').at(-1) ?? '').replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
