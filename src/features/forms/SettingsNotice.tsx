import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { SettingsProblem } from '../../../contract/forms/FormSettings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { keepInOrder } from './useUncheckedSettings.ts'
import * as styles from './forms.module.css'

/** Returns the faults of settings; the checker is loaded only for this. */
export async function problemsOf(settings: unknown): Promise<readonly SettingsProblem[]> {
  const { checkSettings } = await import('../../../contract/forms/checkSettings.ts')
  // Loading it is a long task: let waiting touch events run first.
  await new Promise((resolve) => setTimeout(resolve))
  const result = checkSettings(settings)
  return result.ok ? [] : result.problems
}

/** An unknown type shows its own message in its place. */
const saidInPlace = ({ path }: SettingsProblem) => path.endsWith('.type')

interface SettingsNoticeProps {
  readonly settings: unknown
  /** `formVersion` of the page. */
  readonly version?: string | undefined
  readonly fault?: unknown
}

/**
 * Shows where the settings of a form are invalid, and the expected values (decision OQ-016). `fault`: the
 * settings could not be made into a form at all; otherwise they are checked once for each `version` of the
 * form.
 */
export function SettingsNotice({ settings, version, fault }: SettingsNoticeProps) {
  const [problems, setProblems] = useState<readonly SettingsProblem[]>([])
  useEffect(() => {
    let current = true
    problemsOf(settings).then(
      (found) => {
        const unsaid = fault === undefined ? found.filter((problem) => !saidInPlace(problem)) : found
        if (unsaid.length === 0) keepInOrder(settings, version)
        if (current) setProblems(unsaid)
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [settings, version, fault])

  if (fault instanceof Error && fault.name === 'PartMissing') return <PartNotice />
  if (problems.length === 0 && fault === undefined) return null
  return (
    <Notice level={fault === undefined ? 'warning' : 'error'}>
      <strong>
        {fault === undefined ? (
          <Trans>Parts of this form cannot be read. The rest can be filled in and saved.</Trans>
        ) : (
          <Trans>This form cannot be read. Tell the person who made it:</Trans>
        )}
      </strong>
      <ProblemList problems={problems} />
      {problems.length === 0 && fault instanceof Error ? <p>{fault.message}</p> : null}
    </Notice>
  )
}

/** A part of the app is missing on this device; the page loads it again. */
function PartNotice() {
  const { t } = useLingui()
  return (
    <Notice level="error">
      <p>
        <Trans>A part of this form could not be loaded. Check the connection, then try again. What you typed is kept.</Trans>
      </p>
      <Button icon="refresh" onClick={() => location.reload()}>{t`Try again`}</Button>
    </Notice>
  )
}

const most = 20

export function ProblemList({ problems }: { readonly problems: readonly SettingsProblem[] }) {
  return (
    <ul className={styles.settingsProblems}>
      {problems.slice(0, most).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>{path || '.'}</code> {message}
        </li>
      ))}
    </ul>
  )
}
