import './theme/fonts.css'
import './theme/motion.css'
import './controls.css'
import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { system } from './theme/system.ts'

/** Everything that is drawn stands inside: tokens, fonts, the classes of native controls. */
export function KitProvider({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>
}
