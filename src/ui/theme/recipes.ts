import type { Recipe } from '../chakra.ts'

export const textStyles = {
  title: { value: { fontSize: '2xl', fontWeight: 'bold', lineHeight: 'tight', letterSpacing: 'tight' } },
  heading: { value: { fontSize: 'xl', fontWeight: 'semibold', lineHeight: 'snug', letterSpacing: 'tight' } },
  label: { value: { fontSize: 'md', fontWeight: 'semibold', lineHeight: 'snug' } },
  body: { value: { fontSize: 'md', lineHeight: 'normal' } },
  small: { value: { fontSize: 'sm', lineHeight: 'normal' } },
  tiny: { value: { fontSize: 'xs', lineHeight: 'snug' } },
}

export const buttonRecipe = {
  className: 'm-button',
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    maxWidth: 'full',
    paddingBlock: '2',
    border: '1.5px solid transparent',
    borderRadius: 'md',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    textAlign: 'center',
    textDecoration: 'none',
    overflow: 'hidden',
    cursor: 'pointer',
    userSelect: 'none',
    touchAction: 'manipulation',
    transition: 'background-color var(--m-durations-fast), border-color var(--m-durations-fast), transform var(--m-durations-fast)',
    _active: { transform: 'translateY(1px)' },
    _focusVisible: { outline: '3px solid', outlineColor: 'focus', outlineOffset: '2px' },
    _disabled: { cursor: 'not-allowed', _active: { transform: 'none' } },
  },
  variants: {
    kind: {
      primary: {
        bg: 'accent.solid',
        color: 'fg.onAccent',
        _hover: { bg: 'accent.hover' },
        _active: { bg: 'accent.press' },
        _disabled: { bg: 'bg.hover', color: 'fg.subtle', borderColor: 'border.default' },
        // The browser replaces the color that distinguishes it.
        '@media (forced-colors: active)': { borderWidth: '4px' },
      },
      plain: {
        bg: 'bg.surface',
        color: 'fg.default',
        borderColor: 'border.strong',
        _hover: { bg: 'bg.hover' },
        _disabled: { color: 'fg.subtle', borderColor: 'border.default' },
      },
      quiet: { bg: 'transparent', color: 'fg.default', _hover: { bg: 'bg.hover' }, _disabled: { color: 'fg.subtle' } },
      danger: {
        bg: 'bg.surface',
        color: 'status.needsYou',
        borderColor: 'status.needsYou',
        _hover: { bg: 'status.needsYou.bg' },
        _disabled: { color: 'fg.subtle', borderColor: 'border.default' },
      },
    },
    size: {
      site: { minHeight: 'target', minWidth: 'target', paddingInline: '5', fontSize: 'md' },
      desk: { minHeight: 'desk', minWidth: 'desk', paddingInline: '3', paddingBlock: '1', fontSize: 'sm', borderRadius: 'sm' },
    },
    full: { true: { width: 'full' } },
    square: { true: { paddingInline: '0' } },
  },
  defaultVariants: { kind: 'plain', size: 'site' } as const,
} satisfies Recipe

export const cardRecipe = {
  className: 'm-card',
  base: { bg: 'bg.surface', borderRadius: 'lg', boxShadow: 'card', minWidth: '0' },
  variants: {
    padding: {
      none: {},
      site: { padding: { base: '4', sm: '5' } },
      desk: { padding: '4' },
    },
  },
  defaultVariants: { padding: 'site' } as const,
} satisfies Recipe
