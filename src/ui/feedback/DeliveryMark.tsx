import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { Icon, type IconName } from '../controls/Icon.tsx'

export type Delivery = 'saved' | 'sending' | 'sent' | 'needsYou'

const icons: Record<Delivery, IconName> = { saved: 'device', sending: 'send', sent: 'checkCircle', needsYou: 'alert' }

const Root = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '1.875rem',
    paddingInline: '2',
    borderRadius: 'full',
    fontSize: 'sm',
    fontWeight: 'semibold',
    lineHeight: 'tight',
    whiteSpace: 'nowrap',
  },
  variants: {
    state: {
      saved: { color: 'status.saved', bg: 'status.saved.bg' },
      sending: { color: 'status.sending', bg: 'status.sending.bg' },
      sent: { color: 'status.sent', bg: 'status.sent.bg' },
      needsYou: { color: 'status.needsYou', bg: 'status.needsYou.bg' },
    },
  },
})

/**
 * Returns the texts of the delivery states, the same everywhere. The states come from the ledger in the
 * store, never from the last request.
 */
export function useDeliveryWords(): (state: Delivery, percent?: number) => string {
  const { t } = useLingui()
  return (state, percent) => {
    const part = Math.max(0, Math.min(100, Math.floor(percent ?? 0)))
    if (state === 'saved') return t`Saved on this device`
    if (state === 'sending') return percent === undefined ? t`Sending` : t`Sending ${part} %`
    return state === 'sent' ? t`Sent` : t`Needs you`
  }
}

export function DeliveryMark({ state, percent }: { readonly state: Delivery; readonly percent?: number | undefined }) {
  const words = useDeliveryWords()
  return (
    <Root state={state} data-delivery={state}>
      <Icon name={icons[state]} size={17} />
      {words(state, percent)}
    </Root>
  )
}
