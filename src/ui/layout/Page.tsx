import { chakra } from '../chakra.ts'
import { createContext, type ReactNode, useContext, useEffect } from 'react'

const Column = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1',
    width: 'full',
    marginInline: 'auto',
    paddingInline: { base: '4', sm: '6' },
    paddingTop: { base: '5', sm: '8' },
    paddingBottom: '10',
    gap: '5',
  },
  variants: { width: { site: { maxWidth: 'column' }, desk: { maxWidth: 'desktop' } } },
})

const Heading = chakra('h1', { base: { textStyle: 'title' } })
const Lead = chakra('div', { base: { color: 'fg.muted', marginTop: '1.5' } })

const Foot = chakra('div', {
  base: {
    position: 'sticky',
    bottom: '0',
    zIndex: 'bar',
    marginTop: 'auto',
    bg: 'bg.bar',
    borderTop: '1px solid',
    borderColor: 'border.default',
    paddingBottom: 'env(safe-area-inset-bottom, 0px)',
  },
})
const FootRow = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'center',
    justifyContent: 'flex-end',
    marginInline: 'auto',
    paddingInline: { base: '4', sm: '6' },
    paddingBlock: '3',
    '& > *': { flex: { base: '1', sm: 'none' } },
  },
  variants: { width: { site: { maxWidth: 'column' }, desk: { maxWidth: 'desktop' } } },
})

const Headed = createContext(true)

/** Returns true if the surrounding screen has its own heading. */
export const useHeaded = (): boolean => useContext(Headed)

/**
 * A screen: its heading, its content, and the main action at the bottom within reach of a thumb. Sets the
 * title of the browser tab.
 */
export function Page({
  title,
  tab = title,
  lead,
  children,
  footer,
  width = 'site',
}: {
  readonly title?: string | undefined
  /** Title of the browser tab of a screen that draws its own heading. */
  readonly tab?: string | undefined
  readonly lead?: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly width?: 'site' | 'desk' | undefined
}) {
  useEffect(() => {
    if (tab) document.title = `${tab} – Muster`
  }, [tab])
  return (
    <>
      <Column width={width} data-density={width}>
        {title && (
          <div>
            <Heading>{title}</Heading>
            {lead && <Lead>{lead}</Lead>}
          </div>
        )}
        <Headed value={title !== undefined}>{children}</Headed>
      </Column>
      {footer && (
        <Foot data-foot>
          <FootRow width={width}>{footer}</FootRow>
        </Foot>
      )}
    </>
  )
}
