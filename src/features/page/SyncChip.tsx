import { chakra } from '../../ui/chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { useOutboxCounts } from '../../store/outbox/queue.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { useOnline } from './useOnline.ts'

const Chip = chakra(SiteLink, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    minHeight: 'target',
    minWidth: 'target',
    paddingInline: '2',
    borderRadius: 'md',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'semibold',
    textDecoration: 'none',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    _hover: { bg: 'bg.hover' },
  },
  variants: {
    state: {
      quiet: {},
      saved: { color: 'status.saved' },
      sending: { color: 'status.sending' },
      needsYou: { color: 'status.needsYou', bg: 'status.needsYou.bg' },
    },
  },
})

const Words = chakra('span', { base: { display: { base: 'none', md: 'inline' } } })
const Count = chakra('span', { base: { display: { base: 'inline', md: 'none' } } })

type Counts = Pick<ReturnType<typeof useOutboxCounts>, 'saved' | 'sending' | 'needsYou'>

function stateOf({ saved, sending, needsYou }: Counts) {
  if (needsYou > 0) return 'needsYou'
  if (sending > 0) return 'sending'
  return saved > 0 ? 'saved' : 'quiet'
}

/** The delivery state of this person's saves: small and quiet when all is well. Links to the outbox. */
export function SyncChip() {
  const { t } = useLingui()
  const { saved, sending, needsYou, percent } = useOutboxCounts()
  const online = useOnline()

  const part = Math.floor(percent)
  const waiting = saved + sending
  const state = stateOf({ saved, sending, needsYou })
  const icon: IconName = { needsYou: 'alert', sending: 'send', saved: 'device', quiet: online ? 'checkCircle' : 'cloudOff' }[
    state
  ] as IconName
  const words = {
    needsYou: t`${needsYou} needs you`,
    sending: t`Sending ${part} %`,
    saved: t`${waiting} saved on this device`,
    quiet: online ? t`All sent` : t`No connection`,
  }[state]
  const count = { needsYou: String(needsYou), sending: `${part} %`, saved: String(waiting), quiet: '' }[state]
  return (
    <Chip href="/outbox" state={state} aria-label={words} title={words} data-sync={state}>
      <Icon name={icon} size={20} />
      {count && <Count aria-hidden="true">{count}</Count>}
      <Words aria-hidden="true">{words}</Words>
    </Chip>
  )
}
