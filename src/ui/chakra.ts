import type { SystemStyleObject } from '@chakra-ui/react/styled-system'
import { type ComponentProps, createElement, type FunctionComponent, type JSX } from 'react'

type Tag = keyof JSX.IntrinsicElements
type Choices = Readonly<Record<string, SystemStyleObject>>
type Variants = Readonly<Record<string, Choices>>
type Choice<C extends Choices> = string extends keyof C ? string | boolean : 'true' extends keyof C ? boolean : keyof C
type Chosen<V extends Variants> = { readonly [variant in keyof V]?: Choice<V[variant]> | undefined }

/** Styles in Chakra's language: tokens of the theme, `_hover` and the other conditions, breakpoints. */
export interface Recipe<V extends Variants = Variants> {
  /** The class; made from the element's name where none is given. */
  readonly className?: string
  readonly base?: SystemStyleObject
  readonly variants?: V
  readonly defaultVariants?: Chosen<V>
}

/** What the build puts in place of the styles; where nothing was built (unit tests) the styles themselves arrive and are not drawn. */
interface Classes {
  readonly base?: string | SystemStyleObject
  readonly variants?: Readonly<Record<string, Readonly<Record<string, string | SystemStyleObject>>>>
  readonly defaultVariants?: Readonly<Record<string, unknown>>
}

/**
 * A styled element on the kit's tokens, for what a screen draws itself. The styles become classes when the app is built (scripts/kit-styles.ts),
 * so they must be literals; what changes while the app runs is a variant, or a custom property in `style`.
 */
export function chakra<T extends Tag, const V extends Variants = Record<never, never>>(
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
