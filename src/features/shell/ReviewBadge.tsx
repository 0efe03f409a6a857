import { useLingui } from '@lingui/react/macro'
import { executionState, needsDecision } from '../../../contract/rules/executionState.ts'
import { openExecutions } from '../../../contract/endpoints/executions.ts'
import { useCached } from '../../store/queries/cached.ts'
import * as styles from './shell.module.css'

/**
 * The number of answers that need a decision of this person, as far as the device knows; nothing if there are
 * none.
 */
export function ReviewBadge() {
  const { t } = useLingui()
  const { data } = useCached(openExecutions)
  const now = Date.now()
  const count =
    data?.executions.filter(({ execution, mayDecide }) => mayDecide && needsDecision(executionState(execution, now))).length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.sideBadge} aria-label={t`${count} waiting`}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
