import { useLingui } from '@lingui/react/macro'
import type { BotRow } from '../../../contract/endpoints/bots.ts'
import * as styles from './bots.module.css'

/** The facts about a bot at a glance (spec/3 §2.3). */
export function BotTags({ bot }: { readonly bot: BotRow }) {
  const { t } = useLingui()
  const tags = [
    ...(bot.archived ? [{ key: 'archived', text: t`ARCHIVED` }] : []),
    ...(bot.disabled && !bot.archived ? [{ key: 'disabled', text: t`DISABLED` }] : []),
    ...(bot.demoMode ? [{ key: 'demo', text: t`DEMO` }] : []),
  ]
  const waiting = bot.statistics.badge
  if (tags.length === 0 && waiting === 0) return null
  return (
    <span className={styles.tags}>
      {tags.map(({ key, text }) => (
        <span key={key} className={styles.tag} data-kind={key}>
          {text}
        </span>
      ))}
      {waiting > 0 && (
        <span className={styles.tag} data-kind="waiting" title={t`Pending actions`}>
          {waiting}
        </span>
      )}
    </span>
  )
}
