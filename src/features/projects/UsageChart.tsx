import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Project } from '../../../contract/projects.ts'

const height = 100

/** How much a project was used in the last 30 days: messages a day, and how many people. */
export function UsageChart({ usage }: { readonly usage: NonNullable<Project['usage']> }) {
  const { t, i18n } = useLingui()
  const id = useId()
  const { days } = usage
  const most = Math.max(1, ...days.map(({ messages }) => messages))
  const total = days.reduce((sum, { messages }) => sum + messages, 0)
  const busiest = days.find(({ messages }) => messages === most)
  const say = (date: string) => i18n.date(new Date(`${date}T12:00:00`), { month: 'short', day: 'numeric' })
  const words =
    total === 0 || !busiest
      ? t`No messages in the last 30 days.`
      : t`${total} messages in the last 30 days, most on ${say(busiest.date)}: ${busiest.messages}.`
  return (
    <section className="m-section" aria-labelledby={id}>
      <h2 id={id}>{t`Usage (last 30 days)`}</h2>
      <dl className="m-figures">
        <div>
          <dt>{t`Messages`}</dt>
          <dd>{i18n.number(total)}</dd>
        </div>
        <div>
          <dt>{t`People`}</dt>
          <dd>{i18n.number(usage.fixedUsage)}</dd>
        </div>
      </dl>
      {total === 0 ? (
        <p className="m-hint">{words}</p>
      ) : (
        <div>
          <svg className="m-chart" viewBox={`0 0 ${days.length * 10} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
            <line x1="0" x2={days.length * 10} y1={height} y2={height} strokeWidth="1" vectorEffect="non-scaling-stroke" />
            {days.map(({ date, messages }, at) => {
              const bar = (messages / most) * (height - 4)
              return (
                <rect key={date} x={at * 10 + 1.5} y={height - bar} width="7" height={bar} rx="1">
                  <title>{`${say(date)}: ${messages}`}</title>
                </rect>
              )
            })}
          </svg>
          <div className="m-chart-feet" aria-hidden="true">
            <span>{days[0] && say(days[0].date)}</span>
            <span>{t`most ${most} a day`}</span>
            <span>{days.at(-1) && say(days.at(-1)?.date ?? '')}</span>
          </div>
        </div>
      )}
    </section>
  )
}
