import { Trans, useLingui } from '@lingui/react/macro'
import { type Doubt, type DoubtReason, doubtSeen } from '../../../contract/endpoints/attendance.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { clockTime } from './clockTime.ts'
import * as styles from './gate.module.css'

interface DoubtsProps {
  readonly team: string
  readonly doubts: readonly Doubt[]
  readonly now: number
  readonly refresh: () => Promise<void>
}

/**
 * Implausible sign-ins and sign-outs that no one has checked yet. They count until then, so that no one is
 * missed in an emergency.
 */
export function Doubts({ team, doubts, now, refresh }: DoubtsProps) {
  const { t } = useLingui()
  if (doubts.length === 0) return null
  return (
    <details className={styles.siteGroup} open data-doubts={doubts.length}>
      <summary>
        <span>{t`Please check`}</span>
        <span className={styles.chip} data-level="warning">
          {doubts.length}
        </span>
      </summary>
      <p className={styles.note}>
        <Trans>These sign-ins count, but something in them cannot be correct.</Trans>
      </p>
      <ul className={styles.sitePeople}>
        {doubts.map((doubt) => (
          <Item key={doubt.path} team={team} doubt={doubt} now={now} refresh={refresh} />
        ))}
      </ul>
    </details>
  )
}

function Item({ team, doubt, now, refresh }: Omit<DoubtsProps, 'doubts'> & { readonly doubt: Doubt }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { path, reasons, direction } = doubt
  const name = doubt.name ?? t`No name`
  const came = clockTime(i18n, doubt.received, now)
  const said = doubt.at === undefined ? '' : clockTime(i18n, doubt.at, now)
  const words: Readonly<Record<DoubtReason, string>> = {
    unreadable: t`It has no direction (in or out), or no name.`,
    badTime: t`Its time can't be read; it counts from ${came}, when it arrived.`,
    future: t`Its time is ${said}, but it arrived ${came}. It counts from its arrival. Check the clock of the device.`,
    early: t`Its time is ${said}, before the project started. Check the clock of the device.`,
    unknown: t`This person is not, or no longer, on the project's list of people.`,
    elsewhere: t`This person is on another project's list of people, not on this one.`,
  }
  const look = async () => {
    try {
      await ask(doubtSeen, { team }, { path })
      await refresh()
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  return (
    <li className={styles.sitePerson} data-doubt={path}>
      <div>
        <span className={styles.name}>{name}</span>
        <span className={styles.note}>
          {[direction && (direction === 'in' ? t`signed in` : t`signed out`), t`arrived ${came}`].filter(Boolean).join(' · ')}
        </span>
        {reasons.map((reason) => (
          <p key={reason} className={styles.why}>
            {words[reason]}
          </p>
        ))}
      </div>
      <div className={styles.chips}>
        <LinkButton href={`/frontend/${path}`} kind="quiet" aria-label={t`Open ${name}`}>
          {t`Open`}
        </LinkButton>
        <Button icon="check" disabled={!online} onClick={look} aria-label={t`Checked ${name}`}>
          {t`Checked`}
        </Button>
      </div>
    </li>
  )
}
