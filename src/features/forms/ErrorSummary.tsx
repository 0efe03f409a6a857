import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore } from 'react'
import type { Form } from '../../engine/form.ts'
import { goToNode } from '../../fields/reveal.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import * as styles from './forms.module.css'

const most = 30

/** The errors that prevent a save, in the order of the form; each line links to its field (spec/1 §4.1). Save gives
 * it the focus, which reads it out; an alert would read all of it again after each corrected answer. */
export function ErrorSummary({ form }: { readonly form: Form }) {
  const problems = useSyncExternalStore(
    useCallback((listener: () => void) => form.subscribe('problems', listener), [form]),
    () => form.problems(),
  )
  const more = problems.length - most
  if (problems.length === 0) return null
  return (
    <div className={styles.summary} data-problems={problems.length} tabIndex={-1}>
      <Notice level="error" isQuiet>
        <strong>{plural(problems.length, { one: 'Fix # thing before saving', other: 'Fix # things before saving' })}</strong>
        <ul>
          {problems.slice(0, most).map(({ node, label, message }) => (
            <li key={`${node.key} ${message}`}>
              <button type="button" onClick={() => goToNode(form, node)}>
                {label === '' || message.includes(label) ? message : `${label}: ${message}`}
              </button>
            </li>
          ))}
        </ul>
        {more > 0 ? <Trans>and {more} more</Trans> : null}
      </Notice>
    </div>
  )
}
