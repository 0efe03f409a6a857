import { type ComponentType, createContext, useContext } from 'react'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import type { FieldRules } from '../engine/FieldRules.ts'
import type { FieldDefinition } from './defineField.ts'

export interface NodeListProps {
  readonly form: Form
  readonly nodes: readonly FormNode[]
}

/**
 * What a field type with an inner form needs. Provided by context, because a type may not import the registry
 * of types.
 */
export interface NodeRenderer {
  readonly NodeList: ComponentType<NodeListProps>
  /** Loads the types of settings that arrived later; call it before createForm. */
  readonly bring: (nodes: readonly NodeSetting[]) => Promise<void>
  /** For createForm. */
  readonly rules: (type: string) => FieldRules<never> | undefined
  readonly definition: (type: string) => FieldDefinition | undefined
}

export const NodeRendererContext = createContext<NodeRenderer | undefined>(undefined)

export function useNodeRenderer(): NodeRenderer {
  const renderer = useContext(NodeRendererContext)
  if (!renderer) throw new Error('Fields are drawn inside <FieldTypes>')
  return renderer
}
