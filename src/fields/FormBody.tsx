import { useMemo } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { useRendersAny } from './useRendersAny.ts'
import { NodeList } from './NodeList.tsx'
import * as styles from './fields.module.css'

function Run({ form, nodes }: { readonly form: Form; readonly nodes: readonly FormNode[] }) {
  if (!useRendersAny(form, nodes)) return null
  return (
    <div className={styles.group}>
      <NodeList form={form} nodes={nodes} />
    </div>
  )
}

/** The whole tree of a form: each group is separate; fields between groups share a card. */
export function FormBody({ form, compact = false }: { readonly form: Form; readonly compact?: boolean }) {
  const runs = useMemo(() => {
    const found: { grouped: boolean; nodes: FormNode[] }[] = []
    for (const node of form.nodes) {
      const grouped = node.kind === 'group'
      const last = found.at(-1)
      if (last && last.grouped === grouped) last.nodes.push(node)
      else found.push({ grouped, nodes: [node] })
    }
    return found
  }, [form])
  return (
    <div className={styles.form} data-compact={compact || undefined}>
      {runs.map(({ grouped, nodes }) =>
        grouped ? <NodeList key={nodes[0]?.key} form={form} nodes={nodes} /> : <Run key={nodes[0]?.key} form={form} nodes={nodes} />,
      )}
    </div>
  )
}
