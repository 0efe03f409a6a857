import { Trans, useLingui } from '@lingui/react/macro'
import { getMe, stopImpersonating } from '../../../contract/endpoints/sign-in.ts'
import { useCached } from '../../store/queries/cached.ts'
import { forgetScreens } from '../../store/session/leaveBehind.ts'
import { getOwner, setOwner, useOwner } from '../../store/identity/useOwner.ts'
import { setPreference } from '../../store/preferences/preferences.ts'
import { getStore } from '../../store/db/store.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Strip } from '../../ui/feedback/Strip.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failureWords } from './failureWords.ts'

/**
 * Shows that an administrator uses the app as another person, with a button to end it. Draws nothing
 * otherwise.
 */
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
    <Strip icon="people" level="warning" action={<Button size="desk" kind="primary" onClick={stop}>{t`Stop`}</Button>}>
      <Trans>
        You see what {name} sees, until {until}. Nothing can be saved.
      </Trans>
    </Strip>
  )
}
