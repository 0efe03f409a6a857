import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldGroup } from '../../../ui/controls/FieldGroup.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { OptionsTable } from './OptionsTable.tsx'
import { type OptionRow, optionsOf, pastedRows, rowsOf } from './OptionRow.ts'
import { itemsIn, objectIn } from './settingKind.ts'
import type { ControlProps } from './SettingProps.ts'
import * as styles from '../studio.module.css'

/** The choices of a question: their texts here, everything else in a table. */
export function OptionsSetting({ name, label, help, problem, required, schema, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const rows = rowsOf(value)
  const [open, setOpen] = useState(false)
  const items = itemsIn(schema)
  const write = (next: readonly OptionRow[]) => onChange(next.length === 0 && !required ? undefined : optionsOf(next))
  return (
    <FieldGroup label={label} hint={help} error={problem}>
      <OptionLines rows={rows} onChange={write} />
      <div className={styles.tools}>
        <Button size="desk" icon="list" onClick={() => setOpen(true)} disabled={rows.length === 0}>
          {t`Values, status and translations`}
        </Button>
      </div>
      <OptionsTable
        owner={name === 'rows' ? 'rows' : 'options'}
        open={open}
        title={label}
        rows={rows}
        schema={items && objectIn(items)}
        onChange={write}
        onClose={() => setOpen(false)}
      />
    </FieldGroup>
  )
}

interface OptionLinesProps {
  readonly rows: readonly OptionRow[]
  onChange(rows: readonly OptionRow[]): void
}

/** One line for each choice. Enter adds one below, Alt and an arrow key moves it, and a pasted list becomes many. */
export function OptionLines({ rows, onChange }: OptionLinesProps) {
  const { t } = useLingui()
  const list = useRef<HTMLOListElement>(null)
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined) return
    list.current?.querySelectorAll('input')[wanted]?.focus()
    setWanted(undefined)
  }, [wanted])

  const move = (index: number, to: number) => {
    const row = rows[index]
    if (!row || to < 0 || to >= rows.length) return
    onChange(rows.toSpliced(index, 1).toSpliced(to, 0, row))
    setWanted(to)
  }
  const add = (index: number) => {
    onChange(rows.toSpliced(index, 0, { name: t`Choice ${rows.length + 1}` }))
    setWanted(index)
  }
  const keys = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      add(index + 1)
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
    }
  }
  const paste = (event: ClipboardEvent, index: number) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    onChange(rows.toSpliced(index, 1, ...pastedRows(text)))
  }
  return (
    <>
      <ol ref={list} className={styles.options}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the text changes while it is typed
          <li key={index}>
            <TextField
              data-desk
              aria-label={t`Choice ${index + 1}`}
              value={row.name}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => onChange(rows.with(index, { ...row, name: event.target.value }))}
              onKeyDown={(event) => keys(event, index)}
              onPaste={(event) => paste(event, index)}
            />
            <ToolButton sign="up" label={t`Move choice ${index + 1} up`} disabled={index === 0} onClick={() => move(index, index - 1)} />
            <ToolButton
              sign="down"
              label={t`Move choice ${index + 1} down`}
              disabled={index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <ToolButton sign="remove" label={t`Remove choice ${index + 1}`} onClick={() => onChange(rows.toSpliced(index, 1))} />
          </li>
        ))}
      </ol>
      <div className={styles.tools}>
        <Button size="desk" icon="plus" onClick={() => add(rows.length)}>{t`Add a choice`}</Button>
        {rows.length > 0 ? (
          <small>
            <Trans>Paste a list to add many.</Trans>
          </small>
        ) : null}
      </div>
    </>
  )
}
