import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { SettingsProblem } from '../../../contract/settings.ts'
import { getPreference, setPreference } from '../../store/preferences.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What is wrong with settings; the checker is loaded only to say so. */
export async function problemsOf(settings: unknown): Promise<readonly SettingsProblem[]> {
  const { checkSettings } = await import('../../../contract/checkSettings.ts')
  // Loading it is long enough for one go: a finger that waits is answered first.
  await new Promise((resolve) => setTimeout(resolve))
  const result = checkSettings(settings)
  return result.ok ? [] : result.problems
}

/** A type that this version does not know says so where it stands. */
const saidInPlace = ({ path }: SettingsProblem) => path.endsWith('.type')

/** Settings that were found in order on this visit. */
const inOrder = new Set<unknown>()

const keptVersions = 'x:forms-in-order'
const mostKept = 40
const versions = () => String(getPreference(keptVersions) ?? '').split('\n')
const named = (version: string) => `${__APP_VERSION__} ${version}`
/** On this device, by this version of the app. */
const wasInOrder = (version: string | undefined) => version !== undefined && versions().includes(named(version))
function keepInOrder(version: string | undefined): void {
  if (version !== undefined) setPreference(keptVersions, [named(version), ...versions()].slice(0, mostKept).join('\n'))
}

interface SettingsNoticeProps {
  readonly settings: unknown
  /** `formVersion` of the page. */
  readonly version?: string | undefined
  readonly fault?: unknown
}

const later = (work: () => void) => {
  const handle = setTimeout(work, 1_500)
  return () => clearTimeout(handle)
}

/**
 * Says where the settings of a form can't be read, and what was expected there (decision OQ-016). `fault`: they could not be made into
 * a form at all; otherwise the check waits until the form stands, and is made once for each `version` of it.
 */
export function SettingsNotice({ settings, version, fault }: SettingsNoticeProps) {
  const [problems, setProblems] = useState<readonly SettingsProblem[]>([])
  useEffect(() => {
    if (fault === undefined && (inOrder.has(settings) || wasInOrder(version))) return
    let current = true
    const check = () =>
      void problemsOf(settings).then(
        (found) => {
          const unsaid = fault === undefined ? found.filter((problem) => !saidInPlace(problem)) : found
          if (unsaid.length === 0) {
            inOrder.add(settings)
            keepInOrder(version)
          }
          if (current) setProblems(unsaid)
        },
        () => undefined,
      )
    const cancel = fault === undefined ? later(check) : (check(), undefined)
    return () => {
      current = false
      cancel?.()
    }
  }, [settings, version, fault])

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

const most = 20

export function ProblemList({ problems }: { readonly problems: readonly SettingsProblem[] }) {
  return (
    <ul className="m-settings-problems">
      {problems.slice(0, most).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>{path || '.'}</code> {message}
        </li>
      ))}
    </ul>
  )
}
