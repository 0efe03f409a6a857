import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'

const Heading = chakra('h2', { base: { textStyle: 'heading', marginTop: '4' } })
export const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })

export function OutboxSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <Heading>{title}</Heading>
      {children}
    </>
  )
}
