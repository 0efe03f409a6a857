import { useMemo } from 'react'
import type { Form, FormNode } from '../engine/form.ts'
import { useRendersAny } from './useRendersAny.ts'
import { NodeList } from './NodeList.tsx'
import * as styles from './fields.module.css'

interface FormRunsProps {
  readonly form: Form
  readonly nodes: readonly FormNode[]
}

function Run({ form, nodes }: FormRunsProps) {
  if (!useRendersAny(form, nodes)) return null
  return (
    <div className={styles.group}>
      <NodeList form={form} nodes={nodes} />
    </div>
  )
}

/** Nodes below each other: each group is separate; fields between groups share a card. */
export function FormRuns({ form, nodes }: FormRunsProps) {
  const runs = useMemo(() => {
    const found: { grouped: boolean; nodes: FormNode[] }[] = []
    for (const node of nodes) {
      const grouped = node.kind === 'group'
      const last = found.at(-1)
      if (last && last.grouped === grouped) last.nodes.push(node)
      else found.push({ grouped, nodes: [node] })
    }
    return found
  }, [nodes])
  return runs.map(({ grouped, nodes: own }) =>
    grouped ? <NodeList key={own[0]?.key} form={form} nodes={own} /> : <Run key={own[0]?.key} form={form} nodes={own} />,
  )
}
