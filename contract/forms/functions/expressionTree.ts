import type { ExpressionFunction } from './expressionFunctions.ts'

/** An expression as its parser reads it. `at` is the position in the source, from 0. */
export type Tree =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly values: readonly Tree[]
      readonly calls: ExpressionFunction
      readonly at: number
    }
  | { readonly kind: 'choice'; readonly is: Tree; readonly yes: Tree; readonly no: Tree | undefined }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Tree[] }
  | { readonly kind: 'not'; readonly inner: Tree }
  | { readonly kind: 'comparison'; readonly sign: string; readonly left: Tree; readonly right: Tree; readonly at: number }
  /** `a + b - c`, from left to right. */
  | { readonly kind: 'chain'; readonly first: Tree; readonly steps: readonly { sign: string; part: Tree; at: number }[] }
  | { readonly kind: 'sign'; readonly sign: '+' | '-'; readonly inner: Tree }

/** The trees inside of a tree. */
export function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'list':
      return tree.items
    case 'call':
      return tree.values
    case 'choice':
      return tree.no ? [tree.is, tree.yes, tree.no] : [tree.is, tree.yes]
    case 'and':
    case 'or':
      return tree.parts
    case 'not':
    case 'sign':
      return [tree.inner]
    case 'comparison':
      return [tree.left, tree.right]
    case 'chain':
      return [tree.first, ...tree.steps.map(({ part }) => part)]
    default:
      return []
  }
}
