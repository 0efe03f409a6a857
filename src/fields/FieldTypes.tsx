import type { ReactNode } from 'react'
import { bringTypes, definitionOf, rulesOf } from './index.ts'
import { NodeList } from './NodeList.tsx'
import { NodeRendererContext } from './nodeRenderer.ts'

const renderer = { NodeList, bring: bringTypes, rules: rulesOf, definition: definitionOf }

/** Brings the field types to everything below; stands once around a form screen. */
export function FieldTypes({ children }: { readonly children: ReactNode }) {
  return <NodeRendererContext value={renderer}>{children}</NodeRendererContext>
}
