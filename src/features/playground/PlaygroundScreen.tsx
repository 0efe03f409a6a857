import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { languages, supportedLanguage } from '../../../contract/languages.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { LiveForm } from './LiveForm.tsx'
import { type Reading, readSettings } from './readSettings.ts'
import './playground.css'

/** The small forms that every field type brings along. */
const examples = import.meta.glob<string>('../../fields/*/*.form.json', { query: '?raw', import: 'default' })
const first = Object.keys(examples).find((path) => path.endsWith('/text.form.json')) ?? Object.keys(examples)[0] ?? ''
const nameOf = (path: string) => (path.split('/').at(-1) ?? path).replace('.form.json', '').replaceAll('-', ' ')

/** Anybody pastes or picks a form file and sees it live, checked as the server checks it. Nothing leaves the device. */
export function PlaygroundScreen() {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [example, setExample] = useState(first)
  const [language, setLanguage] = useState(supportedLanguage('en'))
  const [readOnly, setReadOnly] = useState(false)
  const [reading, setReading] = useState<Reading>()
  const file = useRef<HTMLInputElement>(null)
  const settled = useDeferredValue(text)
  const edits = useRef(0)
  const write = (settings: string) => {
    edits.current += 1
    setText(settings)
  }

  useEffect(() => {
    let current = true
    const before = edits.current
    void examples[example]?.().then((content) => {
      // An example that comes late takes nothing from whoever has begun to write.
      if (current && edits.current === before) setText(content)
    })
    return () => {
      current = false
    }
  }, [example])

  useEffect(() => {
    if (settled === '') return
    let current = true
    void readSettings(settled, language).then((next) => {
      // A form that can't be read just now leaves the last good one standing beside its problems.
      if (current) setReading((last) => ({ ...next, form: next.form ?? last?.form }))
    })
    return () => {
      current = false
    }
  }, [settled, language])

  const problems = reading?.problems ?? []
  return (
    <Page title={t`Playground`} lead={<Trans>Paste or open a form file and fill it in as on site. Nothing is sent.</Trans>} width="desk">
      <div className="m-playground">
        <section className="m-playground-editor" aria-label={t`Form file`}>
          <div className="m-playground-tools">
            <select className="m-select" aria-label={t`Example`} value={example} onChange={(event) => setExample(event.target.value)}>
              {Object.keys(examples).map((path) => (
                <option key={path} value={path}>
                  {nameOf(path)}
                </option>
              ))}
            </select>
            <Button size="desk" icon="file" onClick={() => file.current?.click()}>{t`Open a file`}</Button>
            <input
              ref={file}
              type="file"
              accept=".json,application/json"
              hidden
              aria-label={t`Form file`}
              onChange={(event) => {
                void event.target.files?.[0]?.text().then(write)
                event.target.value = ''
              }}
            />
          </div>
          <textarea
            className="m-textarea m-playground-text"
            aria-label={t`Settings`}
            spellCheck={false}
            autoCapitalize="off"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div role="status">
            {problems.length > 0 ? (
              <Notice level="error">
                <strong>
                  <Trans>This form cannot be published as it is:</Trans>
                </strong>
                <ul className="m-playground-problems">
                  {problems.map(({ path, message }) => (
                    <li key={`${path} ${message}`}>
                      {path ? <code>{path}</code> : null} {message}
                    </li>
                  ))}
                </ul>
              </Notice>
            ) : reading ? (
              <Notice level="success">
                <Trans>This form can be published.</Trans>
              </Notice>
            ) : null}
          </div>
        </section>
        <section className="m-playground-preview" aria-label={t`Preview`}>
          <div className="m-playground-tools">
            <select
              className="m-select"
              aria-label={t`Language of the form`}
              value={language}
              onChange={(event) => setLanguage(supportedLanguage(event.target.value))}
            >
              {Object.entries(languages).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
            <label className="m-check">
              <input type="checkbox" checked={readOnly} onChange={(event) => setReadOnly(event.target.checked)} />
              <span>{t`Read-only`}</span>
            </label>
          </div>
          {reading?.form ? <LiveForm settings={reading.form} readOnly={readOnly} /> : null}
        </section>
      </div>
    </Page>
  )
}
