import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { useToday } from './useToday.ts'
import * as styles from './today.module.css'

/** On the start page of a manager: the day in one line, which leads to Today. Draws nothing before the first bot. */
export function TodayStrip() {
  const { t } = useLingui()
  const { work, onSite, decisions, missing, silent, kiosks, rollCalls } = useToday()
  if (work.data?.hasNoBots !== false) return null
  const people = (onSite.data?.projects ?? []).reduce((sum, project) => sum + project.onSite, 0)
  const hazards = work.data.hazards.length
  const late = missing.reduce((sum, day) => sum + day.silent.length, 0)
  const devices = silent.length + kiosks.filter((kiosk) => kiosk.silent).length
  const permits = work.data.permits.reduce((sum, { count }) => sum + count, 0)
  const answers = decisions.length
  const calls = rollCalls.length
  const parts = [
    {
      key: 'calls',
      count: calls,
      words: plural(calls, { one: '# roll call in progress', other: '# roll calls in progress' }),
      urgent: true,
    },
    { key: 'people', count: people, words: plural(people, { one: '# person on site', other: '# people on site' }), urgent: false },
    { key: 'hazards', count: hazards, words: plural(hazards, { one: '# open hazard', other: '# open hazards' }), urgent: true },
    { key: 'answers', count: answers, words: plural(answers, { one: '# answer to review', other: '# answers to review' }), urgent: false },
    { key: 'permits', count: permits, words: plural(permits, { one: '# permit waits', other: '# permits wait' }), urgent: true },
    { key: 'late', count: late, words: plural(late, { one: '# answer is missing', other: '# answers are missing' }), urgent: false },
    { key: 'devices', count: devices, words: plural(devices, { one: '# silent device', other: '# silent devices' }), urgent: false },
  ].filter(({ key, count }) => count > 0 || (key === 'people' && onSite.data !== undefined))
  return (
    <div className={styles.strip}>
      <SiteLink className={styles.stripLink} href="/today">
        <strong>
          <Icon name="clock" size={20} />
          {t`Today`}
        </strong>
        {parts.map(({ key, words, urgent }) => (
          <span key={key} data-urgent={urgent}>
            {words}
          </span>
        ))}
        <Icon name="chevronRight" size={20} />
      </SiteLink>
    </div>
  )
}
