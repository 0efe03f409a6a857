import { useLingui } from '@lingui/react/macro'
import { chakra } from '../../ui/chakra.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import type { SentItem } from './useSent.ts'

const Mark = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1.5', fontWeight: 'semibold', textStyle: 'small', whiteSpace: 'nowrap' },
  variants: {
    state: {
      waiting: { color: 'status.saved' },
      received: { color: 'status.sent' },
      review: { color: 'status.sending' },
      approved: { color: 'status.sent' },
      rejected: { color: 'status.needsYou' },
    },
  },
})

const icons: Readonly<Record<SentItem['state'], IconName>> = {
  waiting: 'device',
  received: 'checkCircle',
  review: 'clock',
  approved: 'check',
  rejected: 'alert',
}

/** What became of a record, in words and with an icon. */
export function SentStateMark({ state }: Pick<SentItem, 'state'>) {
  const { t } = useLingui()
  const words: Readonly<Record<SentItem['state'], string>> = {
    waiting: t`Saved on this device`,
    received: t`Received`,
    review: t`In review`,
    approved: t`Approved`,
    rejected: t`Rejected`,
  }
  return (
    <Mark state={state} data-sent={state}>
      <Icon name={icons[state]} size={18} />
      {words[state]}
    </Mark>
  )
}
