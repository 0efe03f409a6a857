import { Trans, useLingui } from '@lingui/react/macro'
import { getMe, stopImpersonating } from '../../../contract/sign-in.ts'
import { useCached } from '../../store/cached.ts'
import { forgetScreens } from '../../store/logOut.ts'
import { getOwner, setOwner, useOwner } from '../../store/owner.ts'
import { setPreference } from '../../store/preferences.ts'
import { getStore } from '../../store/store.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { failureWords } from './signInWords.ts'

const Strip = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    paddingInline: { base: '4', sm: '6' },
    paddingBlock: '2',
    bg: 'warning.bg',
    color: 'fg.default',
    borderBottom: '1px solid',
    borderColor: 'border.default',
    '& > p': { flex: '1 1 14rem', margin: '0' },
  },
})

/** Says that an administrator looks at the product as somebody else, and ends it. Nothing where nobody does. */
export function ActingAs() {
  const { t, i18n } = useLingui()
  const owner = useOwner()
  const { data } = useCached(getMe)
  if (!owner.startsWith('u:') || !data?.impersonated) return null
  const { name } = data
  const until = i18n.date(new Date(data.impersonated.until), { timeStyle: 'short' })
  const stop = async () => {
    const looked = getOwner()
    try {
      const { uid } = await ask(stopImpersonating)
      await forgetScreens(getStore(), looked)
      setPreference('x:acting-as', undefined)
      await setOwner(uid === undefined ? 'p:' : `u:${uid}`)
      window.location.assign('/')
    } catch (failure) {
      toast(failureWords(failure), 'error')
    }
  }
  return (
    <Strip role="status">
      <Icon name="people" size={20} />
      <p>
        <Trans>
          You see what {name} sees, until {until}. Nothing can be saved.
        </Trans>
      </p>
      <Button size="desk" kind="primary" onClick={stop}>{t`Stop`}</Button>
    </Strip>
  )
}
