import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { parseExpression, truthy } from '../../../contract/forms/expression.ts'
import type { Form, FormNode } from '../../engine/form.ts'
import { listOf, type Option, optionFor } from './rules.ts'

interface FilteredOptionsProps {
  readonly form: Form
  readonly node: FormNode
  /** An expression that knows the option as `option`: its name, value and attributes. */
  readonly filter: string
  readonly options: readonly Option[]
  readonly children: (options: readonly Option[]) => ReactNode
}

/** The other answers that the filter reads, as one text. */
function useAnswers(form: Form, filter: string): string {
  const names = useMemo(() => {
    try {
      return parseExpression(filter).dependencies.filter((name) => name !== 'option' && !name.startsWith('option.'))
    } catch {
      return []
    }
  }, [filter])
  const subscribe = useCallback((listener: () => void) => form.subscribe('any', listener), [form])
  return useSyncExternalStore(subscribe, () => JSON.stringify(names.map((name) => form.scope(name) ?? null)))
}

/**
 * The options that fit the other answers. An answer that stops to fit, because another answer has changed, is
 * cleared; one of an opened record stays.
 */
export function FilteredOptions({ form, node, filter, options, children }: FilteredOptionsProps) {
  const answers = useAnswers(form, filter)
  const fitting = useMemo(() => {
    // The filter reads these answers.
    void answers
    return options.filter(({ name, value, status, attributes }) =>
      truthy(form.evaluate(filter, { option: { ...attributes, name, value, status } })),
    )
  }, [answers, filter, form, options])

  const before = useRef(answers)
  useEffect(() => {
    if (before.current === answers) return
    before.current = answers
    const path = node.path ?? ''
    const value = form.value(path)
    const list = listOf(value)
    const left = list.filter((one) => optionFor(fitting, one) !== undefined || optionFor(options, one) === undefined)
    if (left.length < list.length) form.set(path, Array.isArray(value) && left.length > 0 ? left : null)
  }, [answers, fitting, form, node, options])
  return children(fitting)
}
