import type { SystemStyleObject } from '@chakra-ui/react/styled-system'
import { type ComponentProps, createElement, type ElementType, type FunctionComponent } from 'react'

type Choices = Readonly<Record<string, SystemStyleObject>>
type Variants = Readonly<Record<string, Choices>>
type Choice<C extends Choices> = string extends keyof C ? string | boolean : 'true' extends keyof C ? boolean : keyof C
type Chosen<V extends Variants> = { readonly [variant in keyof V]?: Choice<V[variant]> | undefined }

/** Styles in Chakra's syntax: tokens of the theme, `_hover` and the other conditions, breakpoints. */
export interface Recipe<V extends Variants = Variants> {
  /** The CSS class; by default derived from the element's name. */
  readonly className?: string
  readonly base?: SystemStyleObject
  readonly variants?: V
  readonly defaultVariants?: Chosen<V>
}

/**
 * The build replaces the styles by these classes; without a build (unit tests) the styles themselves arrive
 * and are not drawn.
 */
interface Classes {
  readonly base?: string | SystemStyleObject
  readonly variants?: Readonly<Record<string, Readonly<Record<string, string | SystemStyleObject>>>>
  readonly defaultVariants?: Readonly<Record<string, unknown>>
}

/**
 * A styled element with the kit's tokens, for elements of a single screen. The build turns the styles into
 * classes (scripts/kit-styles.ts), so they must be literals; use a variant, or a custom property in `style`,
 * for values that change at runtime.
 */
export function chakra<T extends ElementType, const V extends Variants = Record<never, never>>(
  tag: T,
  recipe: Recipe<V>,
): FunctionComponent<Omit<ComponentProps<T>, keyof V> & Chosen<V>> {
  const { base, variants = {}, defaultVariants = {} } = recipe as Classes
  const names = Object.keys(variants)
  const own = typeof base === 'string' ? base : ''
  return (props) => {
    const given: Record<string, unknown> = { ...props }
    let classes = own
    for (const name of names) {
      const choice = variants[name]?.[String(given[name] ?? defaultVariants[name])]
      if (choice && typeof choice === 'string') classes += ` ${choice}`
      delete given[name]
    }
    given['className'] = given['className'] ? `${classes} ${String(given['className'])}` : classes || undefined
    return createElement(tag, given)
  }
}
