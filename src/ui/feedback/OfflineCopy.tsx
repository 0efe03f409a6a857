import { chakra } from '../chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../controls/Icon.tsx'

const Root = chakra('p', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    alignSelf: 'flex-start',
    color: 'fg.muted',
    textStyle: 'small',
    margin: '0',
  },
})

/** The server can't be reached; this shows that the data is the device's copy, and its age. `at` in ms. */
export function OfflineCopy({ at }: { readonly at: number | undefined }) {
  const { t, i18n } = useLingui()
  if (at === undefined) return null
  const sameDay = new Date(at).toDateString() === new Date().toDateString()
  const when = i18n.date(new Date(at), sameDay ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Root>
      <Icon name="cloudOff" size={18} />
      {t`Kept on this device, as of ${when}`}
    </Root>
  )
}
