import { createSystem, defineConfig, mergeConfigs } from '@chakra-ui/react/styled-system'
import { base } from './base.ts'
import { buttonRecipe, cardRecipe, textStyles } from './recipes.ts'
import { semanticTokens, tokens } from './tokens.ts'

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'm',
  cssVarsRoot: ':where(:root, [data-theme=light])',
  globalCss: {
    html: {
      color: 'fg.default',
      bg: 'bg.page',
      fontFamily: 'body',
      lineHeight: 'normal',
      textSizeAdjust: '100%',
      WebkitTapHighlightColor: 'transparent',
      scrollPaddingTop: 'calc(var(--m-sizes-bar) + 1rem)',
      // An element that gets the focus by keyboard must be above the action bar at the bottom.
      scrollPaddingBottom: 'calc(var(--m-sizes-bar) + 2rem)',
    },
    body: { minHeight: '100dvh', fontSize: 'md', overflowX: 'clip', overflowWrap: 'break-word' },
    'h1, h2, h3, h4': { textWrap: 'balance' },
    a: { color: 'accent.text', textDecoration: 'underline', textUnderlineOffset: '0.2em' },
    '::selection': { bg: 'accent.solid', color: 'fg.onAccent' },
    ':focus-visible': { outline: '3px solid', outlineColor: 'focus', outlineOffset: '2px' },
  },
  theme: {
    breakpoints: { sm: '500px', md: '720px', lg: '1024px' },
    tokens,
    semanticTokens,
    textStyles,
    recipes: { button: buttonRecipe, card: cardRecipe },
  },
})

/**
 * The theme of the whole product; it contains only the recipes that the kit uses, so that the first paint
 * stays small.
 */
export const system = createSystem(mergeConfigs(base, config))
