import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, Suspense } from 'react'
import type { FieldSetting } from '../../contract/forms/fieldShapes.ts'
import type { Form, FormNode } from '../engine/form.ts'
import { fieldFrame } from './FieldFrame.tsx'
import { Group } from './Group.tsx'
import { type NodeListProps, type NodeRenderer, useNodeRenderer } from './nodeRenderer.ts'
import { useIncrementalRender } from './useIncrementalRender.ts'
import { UnknownField } from './UnknownField.tsx'
import { useNode } from './useField.ts'
import * as controls from '../ui/controls/controls.module.css'
import * as styles from './fields.module.css'

interface NodeViewProps {
  readonly form: Form
  readonly node: FormNode
  readonly renderer: NodeRenderer
}

/**
 * One node with its children; a hidden node renders nothing. Most nodes change only in their value and need
 * no subscription here.
 */
const NodeView = memo(function NodeView(props: NodeViewProps) {
  const { form, node } = props
  if (!form.fixed(node)) return <LiveNode {...props} />
  return form.visible(node) ? drawNode(props, form.required(node), form.readOnly(node)) : null
})

function LiveNode(props: NodeViewProps) {
  const { visible, required, readOnly } = useNode(props.form, props.node)
  return visible ? drawNode(props, required, readOnly) : null
}

function drawNode({ form, node, renderer }: NodeViewProps, required: boolean, readOnly: boolean) {
  const drawn =
    node.kind === 'group' ? (
      <Group form={form} node={node}>
        <NodeList form={form} nodes={node.children} />
      </Group>
    ) : (
      drawField({ form, node, renderer }, required, readOnly)
    )
  return node.setting.beta ? <Beta>{drawn}</Beta> : drawn
}

function drawField({ form, node, renderer }: NodeViewProps, required: boolean, readOnly: boolean) {
  const type = node.kind === 'field' ? renderer.definition(node.setting.type) : undefined
  if (!type) return <UnknownField node={node} />
  const bare = (
    <type.Control form={form} node={node} setting={node.setting as FieldSetting<never>} required={required} readOnly={readOnly} />
  )
  const control = type.lazy ? (
    <Suspense fallback={<Arriving widths={type.arriving(node.setting as never, readOnly)} />}>{bare}</Suspense>
  ) : (
    bare
  )
  return type.ownFrame ? control : fieldFrame({ form, node, required, readOnly, children: control, group: type.group })
}

function Arriving({ widths }: { readonly widths: readonly string[] }) {
  return (
    <div className={styles.arriving} aria-busy="true">
      {widths.map((width) => (
        <div key={width} className={controls.box} style={{ flex: `1 1 ${width}` }} />
      ))}
    </div>
  )
}

function Beta({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className={styles.beta}>
      <span className={styles.ribbon}>{t`BETA`}</span>
      {children}
    </div>
  )
}

/**
 * A long flat list is rendered in slabs of this many nodes, so that the browser skips those outside the
 * window.
 */
const slab = 20

/** Renders nodes: groups, fields, and a visible notice for unknown types. */
export function NodeList({ form, nodes }: NodeListProps) {
  const renderer = useNodeRenderer()
  const [shown, isCut] = useIncrementalRender(form, nodes)
  const draw = (node: FormNode) => <NodeView key={node.key} form={form} node={node} renderer={renderer} />
  // What is below the rest stays below the window.
  const rest = isCut && <div key="rest" className={styles.rest} />
  if (nodes.length <= slab * 2) return [...shown.map(draw), rest]
  const slabs = Array.from({ length: Math.ceil(shown.length / slab) }, (_, index) => (
    <div key={index} className={styles.slab}>
      {shown.slice(index * slab, (index + 1) * slab).map(draw)}
    </div>
  ))
  return [...slabs, rest]
}
