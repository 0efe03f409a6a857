import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { giveForm } from '../keyFor.ts'
import { type FormTemplate, loadTemplate } from '../templates/templates.ts'
import { Code } from './Code.tsx'
import * as styles from './guide.module.css'

export function TemplatePart({ template: { id, name, description } }: { readonly template: FormTemplate }) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState<string>()
  const [failed, setFailed] = useState(false)
  const load = () => {
    if (text !== undefined) return
    loadTemplate(id).then(
      (loaded) => {
        setText(loaded)
        setFailed(false)
      },
      () => setFailed(true),
    )
  }
  return (
    <details className={styles.entry} onToggle={load}>
      <summary>
        <strong>{i18n._(name)}</strong>
        <span>{i18n._(description)}</span>
      </summary>
      {failed ? <Notice level="warning">{t`This template is not on the device. Open it again with a connection.`}</Notice> : null}
      {text !== undefined ? (
        <>
          <Button size="desk" onClick={() => giveForm(id, text)}>{t`Download the file`}</Button>
          <Code text={text} />
        </>
      ) : null}
    </details>
  )
}
