import { chakra as factory } from '@chakra-ui/react'

/** Styled elements on the kit's tokens, for what a screen draws itself. Screens take it from here: the kit alone knows its maker. */
export const chakra = factory
