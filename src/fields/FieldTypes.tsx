import { type ReactNode, useMemo } from 'react'
import type { Lookups } from '../engine/rules.ts'
import { NodeRendererContext } from './nodeRenderer.ts'
import { definitionOf, rulesOf } from './index.ts'
import { NodeList } from './NodeList.tsx'

const none: Lookups = {}

/** Brings the field types and the lookups of the page to everything below; stands once around a form. */
export function FieldTypes({ lookups = none, children }: { readonly lookups?: Lookups | undefined; readonly children: ReactNode }) {
  const renderer = useMemo(() => ({ NodeList, rules: rulesOf, definition: definitionOf, lookups }), [lookups])
  return <NodeRendererContext value={renderer}>{children}</NodeRendererContext>
}
