import { Plural, useLingui } from '@lingui/react/macro'
import { getLosses } from '../../../contract/endpoints/losses.ts'
import { useCached } from '../../store/queries/cached.ts'
import { useLossesSeen } from '../../store/integrity/useLossesSeen.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import * as styles from './shell.module.css'

/**
 * For people who run a project: saves that devices lost since the person last viewed the losses. Draws
 * nothing if there are none.
 */
export function LossBanner() {
  const { t } = useLingui()
  const { data } = useCached(getLosses)
  const [seen] = useLossesSeen()
  const count = (data?.losses ?? []).reduce((sum, loss) => sum + (loss.toldAt > seen ? loss.count : 0), 0)
  if (count === 0) return null
  return (
    <div className={styles.banner} data-level="warning" role="status">
      <p>
        <Plural
          value={count}
          one="# save was lost on a device of your projects before it was sent."
          other="# saves were lost on devices of your projects before they were sent."
        />
      </p>
      <LinkButton href="/losses" size="desk">{t`See what was lost`}</LinkButton>
    </div>
  )
}
