import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'

const list = 'certificates'

/**
 * Certification types of the billing account replace those that the form brings along: workers choose from the list
 * of their company.
 */
export function withOwnTypes(nodes: readonly NodeSetting[], { lookups, lists }: Pick<PageData, 'lookups' | 'lists'>): NodeSetting[] {
  const hasOwn = (lookups?.[list]?.length ?? 0) > 0 || lists?.[list] !== undefined
  return hasOwn ? nodes.map(withoutStandard) : [...nodes]
}

function withoutStandard(node: NodeSetting): NodeSetting {
  if (node.type === 'group') return { ...node, children: node.children.map(withoutStandard) }
  if ('subform' in node && Array.isArray(node.subform)) return { ...node, subform: node.subform.map(withoutStandard) } as NodeSetting
  if (!('lookup' in node) || node.lookup !== list || !('options' in node)) return node
  const { options: _, ...rest } = node
  return rest as NodeSetting
}
