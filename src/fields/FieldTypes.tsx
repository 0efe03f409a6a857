import type { ReactNode } from 'react'
import { bringTypes, definitionOf, rulesOf } from './index.ts'
import { NodeList } from './NodeList.tsx'
import { NodeRendererContext } from './nodeRenderer.ts'

const renderer = { NodeList, bring: bringTypes, rules: rulesOf, definition: definitionOf }

/** Provides the field types to the tree below; used once around a form screen. */
export function FieldTypes({ children }: { readonly children: ReactNode }) {
  return <NodeRendererContext value={renderer}>{children}</NodeRendererContext>
}
