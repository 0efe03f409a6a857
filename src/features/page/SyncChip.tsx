import { chakra } from '../../ui/chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { useOutboxCounts } from '../../store/outbox/queue.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { useSteadyOnline } from '../../store/connectivity/useSteadyOnline.ts'

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
/** Read out, not seen. */
const Said = chakra('span', { base: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } })
const Count = chakra('span', { base: { display: { base: 'inline', md: 'none' } } })

type Counts = Pick<ReturnType<typeof useOutboxCounts>, 'saved' | 'sending' | 'needsYou' | 'percent'>

/** A save that has only begun to be sent waits: "0 %" would flicker without a connection. */
function stateOf({ saved, sending, needsYou, percent }: Counts, online: boolean) {
  if (needsYou > 0) return 'needsYou'
  if (online && sending > 0 && percent >= 1) return 'sending'
  return saved + sending > 0 ? 'saved' : 'quiet'
}

/** The delivery state of this person's saves: small and quiet when all is well. Links to the outbox. */
export function SyncChip() {
  const { t } = useLingui()
  const counts = useOutboxCounts()
  const online = useSteadyOnline()

  const { saved, sending, needsYou } = counts
  const part = Math.floor(counts.percent)
  const waiting = saved + sending + needsYou
  const state = stateOf(counts, online)
  const icon: IconName = online ? icons[state] : 'cloudOff'
  const delivery = {
    needsYou: t`${needsYou} needs you`,
    sending: t`Sending ${part} %`,
    saved: t`${waiting} saved on this device`,
    quiet: t`All sent`,
  }[state]
  const alone = t`Offline`
  const offline = waiting > 0 ? t`Offline · ${waiting} waiting` : alone
  const words = online ? delivery : offline
  // The bar of a phone has no room for all words.
  const offlineShort = waiting > 0 ? `${alone} · ${waiting}` : alone
  const count = { needsYou: String(needsYou), sending: `${part} %`, saved: String(waiting), quiet: '' }[state]
  const short = online ? count : offlineShort
  return (
    <Chip href="/outbox" state={state} aria-label={words} title={words} data-sync={state} data-offline={!online}>
      <Icon name={icon} size={20} />
      {short && <Count aria-hidden="true">{short}</Count>}
      <Words aria-hidden="true">{words}</Words>
      <Said role="status">{state === 'sending' ? '' : words}</Said>
    </Chip>
  )
}

const icons: Readonly<Record<ReturnType<typeof stateOf>, IconName>> = {
  needsYou: 'alert',
  sending: 'send',
  saved: 'device',
  quiet: 'checkCircle',
}
