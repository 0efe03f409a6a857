import { chakra, type Recipe } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Spinner } from '../feedback/Spinner.tsx'

export type StatusColor = 'red' | 'orange' | 'green' | 'blue' | 'grey'

const look = {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1',
    width: 'full',
    padding: '4',
    paddingInlineStart: '5',
    borderRadius: 'md',
    border: '1.5px solid',
    borderInlineStartWidth: '6px',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    'button&': {
      cursor: 'pointer',
      minHeight: 'target',
      touchAction: 'manipulation',
      _focusVisible: { outline: '3px solid', outlineColor: 'focus', outlineOffset: '2px' },
      _disabled: { cursor: 'progress' },
      '@media (hover: hover)': { _hover: { boxShadow: 'raised' } },
    },
  },
  variants: {
    color: {
      red: { bg: 'status.needsYou.bg', borderColor: 'status.needsYou', '--m-mark': 'var(--m-colors-status-needs-you)' },
      orange: { bg: 'warning.bg', borderColor: 'warning', '--m-mark': 'var(--m-colors-warning)' },
      green: { bg: 'status.sent.bg', borderColor: 'status.sent', '--m-mark': 'var(--m-colors-status-sent)' },
      blue: { bg: 'status.saved.bg', borderColor: 'status.saved', '--m-mark': 'var(--m-colors-status-saved)' },
      grey: { bg: 'bg.sunken', borderColor: 'border.strong', '--m-mark': 'var(--m-colors-fg-muted)' },
    },
  },
} satisfies Recipe
const Pressed = chakra('button', look)
const Read = chakra('div', look)
const Head = chakra('span', { base: { display: 'flex', alignItems: 'flex-start', gap: '3' } })
const Title = chakra('span', { base: { flex: '1', minWidth: '0', fontWeight: 'semibold', fontSize: 'lg', lineHeight: 'snug' } })
const Primary = chakra('span', { base: { fontWeight: 'semibold', color: 'var(--m-mark)' } })
const Secondary = chakra('span', { base: { color: 'fg.default' } })
const Notes = chakra('span', { base: { color: 'fg.muted', fontSize: 'sm' } })
const Action = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    marginTop: '1.5',
    color: 'var(--m-mark)',
    fontWeight: 'semibold',
    '[disabled] > &': { color: 'fg.muted' },
  },
})

interface StatusCardProps {
  readonly title: ReactNode
  readonly color?: StatusColor | undefined
  readonly actionLabel?: string | undefined
  readonly primary?: ReactNode
  readonly secondary?: ReactNode
  readonly notes?: ReactNode
  /**
   * The action of a press on the card, as in the settings. An action that starts with `rpc:` runs on the
   * server, with another icon and "Please Wait...".
   */
  readonly action?: string | undefined
  /** Runs the action; without it the card is read-only. */
  readonly onPress?: (() => unknown) | undefined
  readonly disabled?: boolean | undefined
}

/** A colored card that shows a status; a press anywhere on it runs its action. */
export function StatusCard({ title, color = 'grey', actionLabel, primary, secondary, notes, action, onPress, disabled }: StatusCardProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const remote = action?.startsWith('rpc:') === true
  const press = () => {
    const result = onPress?.()
    if (!(result instanceof Promise)) return
    setBusy(true)
    void result.finally(() => {
      if (alive.current) setBusy(false)
    })
  }
  const words = busy && remote ? t`Please Wait...` : actionLabel
  const texts = { primary, secondary, notes }
  if (!onPress || disabled)
    return (
      <Read color={color}>
        <Head>
          <Title>{title}</Title>
        </Head>
        <Texts {...texts} />
      </Read>
    )
  return (
    <Pressed type="button" color={color} disabled={busy} aria-busy={busy || undefined} onClick={press}>
      <Head>
        <Title>{title}</Title>
        <Icon name={remote ? 'refresh' : 'chevronRight'} data-icon={remote ? 'remote' : 'go'} style={{ marginTop: 2 }} />
      </Head>
      <Texts {...texts} />
      {words ? (
        <Action role={busy ? 'status' : undefined}>
          {busy ? <Spinner size={18} /> : null}
          {words}
        </Action>
      ) : null}
    </Pressed>
  )
}

function Texts({ primary, secondary, notes }: Pick<StatusCardProps, 'primary' | 'secondary' | 'notes'>) {
  return (
    <>
      {primary ? <Primary>{primary}</Primary> : null}
      {secondary ? <Secondary>{secondary}</Secondary> : null}
      {notes ? <Notes>{notes}</Notes> : null}
    </>
  )
}
