import { memo, Suspense } from 'react'
import type { FieldSetting } from '../../contract/fields.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { type NodeListProps, useNodeRenderer } from './nodeRenderer.ts'
import { Group } from './Group.tsx'
import { useSlices } from './slices.ts'
import { UnknownField } from './UnknownField.tsx'
import { useNode } from './useField.ts'
import './fields.css'

interface NodeViewProps {
  readonly form: Form
  readonly node: FormNode
}

/** One node with all below it; hidden nodes draw nothing and keep their values. */
const NodeView = memo(function NodeView({ form, node }: NodeViewProps) {
  const { definition } = useNodeRenderer()
  const { visible } = useNode(form, node)
  if (!visible) return null
  if (node.kind === 'group') {
    return (
      <Group form={form} node={node}>
        <NodeList form={form} nodes={node.children} />
      </Group>
    )
  }
  const type = node.kind === 'field' ? definition(node.setting.type) : undefined
  if (!type) return <UnknownField node={node} />
  const control = <type.Control form={form} node={node} setting={node.setting as FieldSetting<never>} />
  const framed = type.ownFrame ? (
    control
  ) : (
    <FieldFrame form={form} node={node} group={type.group}>
      {control}
    </FieldFrame>
  )
  return node.setting.beta ? <div className="m-beta">{framed}</div> : framed
})

/** Draws nodes: groups, fields, and a visible notice for what this version does not know. */
export function NodeList({ form, nodes }: NodeListProps) {
  const shown = useSlices(form, nodes)
  return (
    <Suspense fallback={<div className="m-field" aria-busy="true" />}>
      {shown.map((node) => (
        <NodeView key={node.key} form={form} node={node} />
      ))}
    </Suspense>
  )
}
