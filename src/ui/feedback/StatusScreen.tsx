import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Markdown } from '../data/Markdown.tsx'
import { Spinner } from './Spinner.tsx'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    flex: '1',
    gap: '5',
    minHeight: '60dvh',
    width: 'full',
    maxWidth: '34rem',
    marginInline: 'auto',
    padding: '6',
    textAlign: 'center',
    outline: 'none',
    '@media (prefers-reduced-motion: no-preference)': { animation: 'm-rise var(--m-durations-slow) var(--m-easings-out)' },
  },
})

const Disc = chakra('div', {
  base: { display: 'grid', placeItems: 'center', width: '5.5rem', height: '5.5rem', borderRadius: 'full' },
  variants: {
    kind: {
      processing: { bg: 'transparent' },
      processed: { bg: 'status.sent.bg', color: 'status.sent' },
      error: { bg: 'status.needsYou.bg', color: 'status.needsYou' },
    },
  },
})
const Title = chakra('h1', { base: { textStyle: 'title' } })

/** One message on the whole screen: working, done, or an error. `message` is Markdown. */
export function StatusScreen({
  kind,
  message,
  children,
}: {
  readonly kind: 'processing' | 'processed' | 'error'
  readonly message?: string | undefined
  readonly children?: ReactNode
}) {
  const { t } = useLingui()
  const root = useRef<HTMLDivElement>(null)
  const isDone = kind === 'processed'
  // The button that was pressed is gone. The focus reads the message out; a live region would not, since it appears with it.
  useEffect(() => {
    if (isDone) root.current?.focus({ preventScroll: true })
  }, [isDone])
  return (
    <Root
      ref={root}
      role={{ error: 'alert', processing: 'status', processed: undefined }[kind]}
      tabIndex={isDone ? -1 : undefined}
      data-status-screen={kind}
    >
      <Disc kind={kind}>
        {kind === 'processing' ? <Spinner size={56} /> : <Icon name={kind === 'error' ? 'alert' : 'check'} size={44} strokeWidth={2.4} />}
      </Disc>
      {kind === 'processing' && <Title>{t`Processing...`}</Title>}
      {kind === 'error' && <Title>{t`Uh Oh!`}</Title>}
      {message && <Markdown text={message} />}
      {children}
    </Root>
  )
}
