import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import * as styles from './guide.module.css'

/** A part of a form file, ready to copy. */
export function Code({ text }: { readonly text: string }) {
  const { t } = useLingui()
  const shown = useMemo(() => (text.includes('\n') ? text : JSON.stringify(JSON.parse(text), undefined, 2)), [text])
  const copy = () => {
    navigator.clipboard.writeText(shown).then(
      () => toast(t`Copied`, 'success'),
      () => toast(t`Select the text and copy it.`, 'warning'),
    )
  }
  return (
    <div className={styles.code}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled by keyboard too */}
      <pre tabIndex={0} aria-label={t`Example`}>
        <code>{shown}</code>
      </pre>
      <Button size="desk" onClick={copy}>{t`Copy`}</Button>
    </div>
  )
}
