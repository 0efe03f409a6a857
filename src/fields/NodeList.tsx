import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, Suspense } from 'react'
import type { FieldSetting } from '../../contract/fields.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { Group } from './Group.tsx'
import { type NodeListProps, useNodeRenderer } from './nodeRenderer.ts'
import { useSlices } from './slices.ts'
import { UnknownField } from './UnknownField.tsx'
import { useNode } from './useField.ts'
import './fields.css'

interface NodeViewProps {
  readonly form: Form
  readonly node: FormNode
}

/** One node with all below it; a hidden node draws nothing. */
const NodeView = memo(function NodeView({ form, node }: NodeViewProps) {
  const { definition } = useNodeRenderer()
  const { visible } = useNode(form, node)
  if (!visible) return null
  const drawn =
    node.kind === 'group' ? (
      <Group form={form} node={node}>
        <NodeList form={form} nodes={node.children} />
      </Group>
    ) : (
      <FieldView form={form} node={node} type={node.kind === 'field' ? definition(node.setting.type) : undefined} />
    )
  return node.setting.beta ? <Beta>{drawn}</Beta> : drawn
})

function FieldView({ form, node, type }: NodeViewProps & { readonly type: ReturnType<ReturnType<typeof useNodeRenderer>['definition']> }) {
  if (!type) return <UnknownField node={node} />
  const bare = <type.Control form={form} node={node} setting={node.setting as FieldSetting<never>} />
  const control = type.lazy ? <Suspense fallback={<div className="m-box m-arriving" aria-busy="true" />}>{bare}</Suspense> : bare
  if (type.ownFrame) return control
  return (
    <FieldFrame form={form} node={node} group={type.group}>
      {control}
    </FieldFrame>
  )
}

function Beta({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="m-beta">
      <span className="m-ribbon">{t`BETA`}</span>
      {children}
    </div>
  )
}

/** A long flat list is drawn in slabs, so that the browser skips those outside the window. */
const slab = 20

/** Draws nodes: groups, fields, and a visible notice for what this version does not know. */
export function NodeList({ form, nodes }: NodeListProps) {
  const shown = useSlices(form, nodes)
  const draw = (node: FormNode) => <NodeView key={node.key} form={form} node={node} />
  if (nodes.length <= slab * 2) return shown.map(draw)
  return Array.from({ length: Math.ceil(shown.length / slab) }, (_, index) => (
    <div key={index} className="m-slab">
      {shown.slice(index * slab, (index + 1) * slab).map(draw)}
    </div>
  ))
}
