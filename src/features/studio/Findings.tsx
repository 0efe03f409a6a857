import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import type { Finding } from './review.ts'
import * as styles from './studio.module.css'

const icons: Record<Finding['level'], IconName> = { error: 'alert', warning: 'info', info: 'globe' }

const summaryIcons = { error: 'alert', warning: 'info', good: 'checkCircle' } as const

function summaryLevel(errors: number, hints: number): keyof typeof summaryIcons {
  if (errors > 0) return 'error'
  return hints > 0 ? 'warning' : 'good'
}

/** All findings about the file, each with its place; a press goes there. */
export function Findings({ findings, onGo }: { readonly findings: readonly Finding[]; readonly onGo: (finding: Finding) => void }) {
  const { t } = useLingui()
  const errors = findings.filter(({ level }) => level === 'error').length
  const hints = findings.length - errors
  const level = summaryLevel(errors, hints)
  return (
    <section className={styles.findings} aria-label={t`Findings`}>
      <p role="status" data-level={level}>
        <Icon name={summaryIcons[level]} size={18} />
        {errors > 0 ? (
          <strong>
            <Plural
              value={errors}
              one="This form cannot be published yet: # problem."
              other="This form cannot be published yet: # problems."
            />
          </strong>
        ) : (
          <strong>
            <Trans>This form can be published.</Trans>
          </strong>
        )}
        {errors === 0 && hints > 0 ? <Plural value={hints} one="# thing to look at." other="# things to look at." /> : null}
      </p>
      {findings.length > 0 ? (
        <ul>
          {findings.map((finding) => (
            <li key={`${finding.place} ${finding.message}`}>
              <button type="button" data-level={finding.level} onClick={() => onGo(finding)}>
                <Icon name={icons[finding.level]} size={16} />
                {finding.place ? <code>{finding.place}</code> : null} <span>{finding.message}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
