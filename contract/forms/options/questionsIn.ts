import { isRaw, type Raw } from '../isRaw.ts'

/** The nodes of a list that have an attribute, also those inside groups. */
export const questionsIn = (nodes: unknown): Raw[] =>
  Array.isArray(nodes)
    ? nodes.filter(isRaw).flatMap((node) => (typeof node['attribute'] === 'string' ? [node] : questionsIn(node['children'])))
    : []
