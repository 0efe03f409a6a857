import { useEffect } from 'react'
import { openExecutions } from '../../contract/endpoints/executions.ts'
import { useDecisions } from '../features/today/useDecisions.ts'
import { useFresh } from '../store/connectivity/useFresh.ts'
import { useOwner } from '../store/identity/useOwner.ts'
import { useCached } from '../store/queries/cached.ts'

/** Interval at which the number is asked for again while the app is visible, ms. */
const askEvery = 5 * 60_000

/** The number of answers to review on the icon of the installed app, as Today has it. The log-out clears it. */
export function AppBadge() {
  const isPerson = useOwner().startsWith('u:')
  const hasIcon = 'setAppBadge' in navigator && matchMedia('(display-mode: standalone)').matches
  return isPerson && hasIcon ? <Number /> : null
}

function Number() {
  const { data, refresh } = useCached(openExecutions)
  useFresh(refresh, askEvery)
  const count = useDecisions(data).length
  useEffect(() => {
    // Some systems show no numbers on icons.
    if (data) void navigator.setAppBadge(count).catch(() => undefined)
  }, [data, count])
  return null
}
