import type { Device } from '../../../contract/endpoints/devices.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { type Standing, deviceStanding, standingWords } from './deviceStanding.ts'

export const StandingRoot = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1.5', fontWeight: 'semibold', whiteSpace: 'nowrap' },
  variants: {
    standing: {
      online: { color: 'status.sent' },
      locked: { color: 'status.saved' },
      silent: { color: 'status.needsYou' },
      out: { color: 'fg.muted' },
    },
  },
})

const icons: Readonly<Record<Standing, IconName>> = { online: 'checkCircle', locked: 'lock', silent: 'cloudOff', out: 'close' }

/** A device's status as an icon and a word, so that color is never the only sign. */
export function StandingMark({ device }: { readonly device: Device }) {
  const standing = deviceStanding(device)
  return (
    <StandingRoot standing={standing}>
      <Icon name={icons[standing]} size={18} />
      {standingWords(standing)}
    </StandingRoot>
  )
}
