import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { InsertMenu } from '../expressions/ExpressionField.tsx'
import { useAuthoring } from './Authoring.ts'
import type { ControlProps } from './SettingProps.ts'
import { typedJson } from './TextSetting.tsx'
import * as styles from '../studio.module.css'

const short = new Set(['signatory', 'itemTitle', 'recordTitle', 'recordSubtitle', 'title', 'state', 'default', 'link', 'notification'])

/** How each type of question begins with the present time. */
const nowOf: Readonly<Record<string, string>> = { 'date-time': 'now()', 'time-picker': 'timeText(now())' }

/** A text that can show answers: a menu writes their placeholders. */
export function TemplateSetting({ name, label, help, problem, required, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const { questions, columns, type = '' } = useAuthoring()
  const cursor = useRef<number>(undefined)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
  const enter = (next: string) => {
    if (next === '') onChange(required ? '' : undefined)
    else onChange(name === 'default' ? typedJson(next) : next)
  }
  const insert = (word: string) => {
    const at = cursor.current ?? text.length
    enter(`${text.slice(0, at)}{{${word}}}${text.slice(at)}`)
    cursor.current = at + word.length + 4
  }
  const shared = { label, note: help, error: problem, required, 'data-desk': true, 'data-setting': name, value: text }
  const listed = name === 'itemTitle' ? columns : questions
  const items = [
    ...listed.map(({ name: word, label: detail }) => ({ word, detail })),
    { word: 'person.name', detail: t`Name of the person` },
    { word: 'today()', detail: t`Today` },
    ...(name === 'default' && nowOf[type] !== undefined ? [{ word: nowOf[type], detail: t`Now` }] : []),
  ]
  return (
    <div className={styles.flag}>
      {short.has(name) ? (
        <TextField
          {...shared}
          onSelect={(event) => {
            cursor.current = event.currentTarget.selectionStart ?? undefined
          }}
          onChange={(event) => enter(event.target.value)}
        />
      ) : (
        <TextArea
          {...shared}
          rows={3}
          onSelect={(event) => {
            cursor.current = event.currentTarget.selectionStart
          }}
          onChange={(event) => enter(event.target.value)}
        />
      )}
      <InsertMenu label={t`Insert an answer`} items={items} onInsert={insert} />
    </div>
  )
}
