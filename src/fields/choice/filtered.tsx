import { lazy, type ReactNode, Suspense } from 'react'
import type { FieldProps } from '../defineField.ts'
import type { Option } from './rules.ts'

/** Few forms filter their options. */
const FilteredOptions = lazy(() => import('./FilteredOptions.tsx').then((module) => ({ default: module.FilteredOptions })))

/** Draws with the options that fit the other answers; with all of them when the setting has no filter. */
export function filtered(
  { form, node, setting }: FieldProps<'enum' | 'valueenum' | 'listenum'>,
  options: readonly Option[],
  draw: (options: readonly Option[]) => ReactNode,
): ReactNode {
  const { optionFilter } = setting
  if (optionFilter === undefined) return draw(options)
  return (
    <Suspense fallback={null}>
      <FilteredOptions form={form} node={node} filter={optionFilter} options={options}>
        {draw}
      </FilteredOptions>
    </Suspense>
  )
}
