import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { FunctionRecord } from '../../../../contract/forms/functions/functionReference.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { giveForm } from '../keyFor.ts'
import { type FormTemplate, loadTemplate } from '../templates/templates.ts'
import { LivePart } from './LivePart.tsx'
import type { SettingEntry, TypeEntry } from './typeEntries.ts'
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
      <pre tabIndex={0}>
        <code>{shown}</code>
      </pre>
      <Button size="desk" onClick={copy}>{t`Copy`}</Button>
    </div>
  )
}

/** The settings of a type: name, meaning, example. */
export function Terms({ settings }: { readonly type: string; readonly settings: readonly SettingEntry[] }) {
  const { t } = useLingui()
  return (
    <dl className={styles.terms}>
      {settings.map(({ key, isNeeded, help, example }) => (
        <div key={key}>
          <dt>
            <code>{key}</code>
            {isNeeded ? <small>{t`needed`}</small> : null}
          </dt>
          <dd>
            {help}
            {example ? <code>{example}</code> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function TypePart({ entry, isOpen }: { readonly entry: TypeEntry; readonly isOpen: boolean }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(isOpen)
  const { type, description, settings, node, record } = entry
  return (
    <details className={styles.entry} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code>{type}</code>
        <span>{description}</span>
      </summary>
      {open ? (
        <>
          {node ? (
            <>
              <h3>{t`How people see it`}</h3>
              <LivePart node={node} />
              <h3>{t`In the form file`}</h3>
              <Code text={JSON.stringify(node)} />
            </>
          ) : null}
          {record ? (
            <>
              <h3>{t`In the record`}</h3>
              <Code text={JSON.stringify(record)} />
            </>
          ) : null}
          <h3>{t`Settings`}</h3>
          <Terms type={type} settings={settings} />
        </>
      ) : null}
    </details>
  )
}

export function FunctionPart({ record: { name, ways, description, examples } }: { readonly record: FunctionRecord }) {
  const { t } = useLingui()
  return (
    <details className={styles.entry}>
      <summary>
        <code>{name}</code>
        <span>{description}</span>
      </summary>
      <p>
        {ways.map((way) => (
          <code key={way} className={styles.way}>
            {way}
          </code>
        ))}
      </p>
      <dl className={styles.terms}>
        {examples.map(({ expression, answers, result }) => (
          <div key={expression}>
            <dt>
              <code>{expression}</code>
            </dt>
            <dd>
              {answers ? <code>{JSON.stringify(answers)}</code> : null}
              <span>
                {t`Result:`} <code>{JSON.stringify(result)}</code>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

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
