import { useCallback, useContext, useSyncExternalStore } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { FormHostContext } from './useFormHost.ts'

/**
 * Whether a node renders anything now. False for a hidden node, and where the rules of its type say so.
 */
function renders(form: Form, node: FormNode, saveNode: FormNode | undefined): boolean {
  if (!form.visible(node)) return false
  const { setting } = node
  if (setting.type === 'group') return setting.datePicker === true || rendersAny(form, node.children, saveNode)
  if (node.kind === 'unknown') return true
  const state = { readOnly: form.readOnly(node), isInActionBar: node === saveNode, message: form.message(node) }
  return node.rules?.isDrawn?.(setting as never, state) ?? true
}

/** Whether one of these nodes renders anything now. A group without children in the settings renders its heading. */
export const rendersAny = (form: Form, nodes: readonly FormNode[], saveNode: FormNode | undefined): boolean =>
  nodes.length === 0 || nodes.some((node) => renders(form, node, saveNode))

/** The nodes and all nodes inside them. */
export function below(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...below(node.children)])
}

/** Whether one of these nodes renders anything. Live. A card without content is not rendered. */
export function useRendersAny(form: Form, nodes: readonly FormNode[]): boolean {
  const saveNode = useContext(FormHostContext)?.saveNode
  const subscribe = useCallback(
    (listener: () => void) => {
      const always = nodes.some((node) => node.kind === 'field' && node.path !== undefined && form.fixed(node) && form.visible(node))
      const stops = always ? [] : below(nodes).map((node) => form.subscribe(`node:${node.key}`, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [form, nodes],
  )
  return useSyncExternalStore(subscribe, () => rendersAny(form, nodes, saveNode))
}
