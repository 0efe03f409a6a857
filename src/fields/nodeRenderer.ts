import { type ComponentType, createContext, useContext } from 'react'
import type { NodeSetting } from '../../contract/fields.ts'
import type { Form, FormNode } from '../engine/form.ts'
import type { FieldRules } from '../engine/rules.ts'
import type { FieldDefinition } from './defineField.ts'

export interface NodeListProps {
  readonly form: Form
  readonly nodes: readonly FormNode[]
}

/** What a field type that holds a form of its own needs; comes by context, because a type may not import the list of types. */
export interface NodeRenderer {
  readonly NodeList: ComponentType<NodeListProps>
  /** Brings the types of settings that came later; before createForm. */
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
