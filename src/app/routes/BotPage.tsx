import { useLocation } from '@tanstack/react-router'
import { executionEvery } from '../../../contract/endpoints/executions.ts'
import { PageShell } from '../../features/page/PageShell.tsx'
import { dataAddressOf } from '../../features/page/dataAddressOf.ts'
import { isBusy, isDirty } from '../../features/page/isDirty.ts'
import { useCachedPage } from '../../store/queries/cached.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { rootScreen } from '../rootScreen.ts'

/**
 * A page of a bot that the server describes (decision OQ-139), refreshed every six seconds while no one types
 * in it (decision OQ-009).
 */
export function BotPage() {
  const { pathname, searchStr, hash } = useLocation()
  const [language] = usePreference('language')
  const { refresh } = useCachedPage(dataAddressOf({ pathname, search: searchStr, hash }, language))
  useFresh(async () => {
    if (!isDirty() && !isBusy()) await refresh()
  }, executionEvery)
  return <PageShell screen={rootScreen} />
}
