import { useLingui } from '@lingui/react/macro'
import type { BotRow } from '../../../contract/endpoints/bots.ts'

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
    <span className="m-bot-tags">
      {tags.map(({ key, text }) => (
        <span key={key} className="m-bot-tag" data-kind={key}>
          {text}
        </span>
      ))}
      {waiting > 0 && (
        <span className="m-bot-tag" data-kind="waiting" title={t`Pending actions`}>
          {waiting}
        </span>
      )}
    </span>
  )
}
