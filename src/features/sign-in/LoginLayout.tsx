import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Page } from '../../ui/layout/Page.tsx'

const Narrow = chakra('div', {
  base: { width: 'full', maxWidth: '27rem', marginInline: 'auto', display: 'grid', gap: '5', paddingTop: { base: '2', sm: '8' } },
})
const Heading = chakra('h1', { base: { textStyle: 'title' } })
const Lead = chakra('p', { base: { color: 'fg.muted', marginTop: '2' } })

/** Layout of the login pages: one narrow column with the heading at the top. */
export function LoginLayout({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Page>
      <title>{`${title} – Muster`}</title>
      <Narrow>
        <div>
          <Heading>{title}</Heading>
          {lead && <Lead>{lead}</Lead>}
        </div>
        {children}
      </Narrow>
    </Page>
  )
}
