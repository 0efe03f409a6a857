import { defineConditions, defineConfig } from '@chakra-ui/react/styled-system'

const each = <V extends string>(names: string, values: V) => Object.fromEntries(names.split(' ').map((name) => [name, { values }]))

/**
 * The part of Chakra's base that the kit uses: these conditions, and these properties with token names. Every
 * other property takes plain CSS. The whole base would be larger than the kit itself.
 */
export const base = defineConfig({
  conditions: defineConditions({
    hover: ['@media (hover: hover)', '&:is(:hover):not(:disabled, [aria-disabled=true])'],
    active: '&:is(:active):not(:disabled, [aria-disabled=true])',
    focus: '&:focus',
    focusVisible: '&:focus-visible',
    disabled: '&:is(:disabled, [aria-disabled=true])',
    open: '&[open]',
    after: '&::after',
    dark: '[data-theme=dark] &',
    sun: '[data-theme=sun] &',
  }),
  utilities: {
    background: { values: 'colors', shorthand: 'bg' },
    ...each('color borderColor borderBottomColor borderTopColor outlineColor fill stroke', 'colors'),
    ...each('borderRadius', 'radii'),
    ...each('boxShadow', 'shadows'),
    ...each('gap rowGap columnGap inset insetInline insetBlock top right bottom left', 'spacing'),
    ...each('padding paddingTop paddingBottom paddingInline paddingBlock paddingInlineStart paddingInlineEnd', 'spacing'),
    ...each('margin marginTop marginBottom marginInline marginBlock marginInlineStart marginInlineEnd', 'spacing'),
    ...each('width height minWidth minHeight maxWidth maxHeight', 'sizes'),
    ...each('fontFamily', 'fonts'),
    ...each('fontSize', 'fontSizes'),
    ...each('fontWeight', 'fontWeights'),
    ...each('lineHeight', 'lineHeights'),
    ...each('letterSpacing', 'letterSpacings'),
    ...each('zIndex', 'zIndex'),
  },
})
