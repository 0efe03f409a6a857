import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { languages } from '../../../../contract/reference/languages.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { CheckField } from '../../../ui/controls/CheckField.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { useAuthoring } from './Authoring.ts'
import { columnsOf, type OptionRow, pastedRows } from './OptionRow.ts'
import { alternatives, isJson, type Json } from './settingKind.ts'
import { typedValue } from './TextSetting.tsx'
import { useTyped } from './useTyped.ts'
import { choiceName, wordsOf } from './wordsOf.ts'
import * as styles from '../studio.module.css'

interface OptionsTableProps {
  readonly open: boolean
  /** The words of its columns: those of choices, or those of the rows of a checklist. */
  readonly owner: string
  readonly title: string
  readonly rows: readonly OptionRow[]
  /** The schema of one choice: each of its settings is a column. */
  readonly schema: Json | undefined
  onChange(rows: readonly OptionRow[]): void
  onClose(): void
}

/** All that a choice has, in a table, with its translations. */
export function OptionsTable({ open, owner, title, rows, schema, onChange, onClose }: OptionsTableProps) {
  const { t, i18n } = useLingui()
  const { languages: into } = useAuthoring()
  const columns = columnsOf(schema)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width={1200}
      fullBelow={900}
      actions={<Button kind="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keyboard too */}
      <div className={styles.tableRoom} tabIndex={0} role="region" aria-label={title}>
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{wordsOf(i18n, owner, 'name', undefined).name}</th>
              {columns.map((key) => (
                <th key={key} scope="col" title={wordsOf(i18n, owner, key, undefined).help}>
                  {wordsOf(i18n, owner, key, undefined).name}
                </th>
              ))}
              {into.map((language) => (
                <th key={language} scope="col">
                  {languages[language as keyof typeof languages] ?? language}
                </th>
              ))}
              <th scope="col">
                <span className={styles.hidden}>{t`Order`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <TableRow
                // oxlint-disable-next-line react/no-array-index-key -- the text changes while it is typed
                key={index}
                owner={owner}
                row={row}
                index={index}
                count={rows.length}
                schema={schema}
                onChange={(next) => onChange(rows.with(index, next))}
                onMove={(to) => onChange(rows.toSpliced(index, 1).toSpliced(to, 0, row))}
                onRemove={() => onChange(rows.toSpliced(index, 1))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <AddMany onAdd={(more) => onChange([...rows, ...more])} />
    </Dialog>
  )
}

interface TableRowProps {
  readonly owner: string
  readonly row: OptionRow
  readonly index: number
  readonly count: number
  readonly schema: Json | undefined
  onChange(row: OptionRow): void
  onMove(to: number): void
  onRemove(): void
}

function TableRow({ owner, row, index, count, schema, onChange, onMove, onRemove }: TableRowProps) {
  const { t, i18n } = useLingui()
  const { languages: into } = useAuthoring()
  return (
    <tr>
      <td>
        <TextField
          data-desk
          aria-label={t`Text of choice ${index + 1}`}
          value={row.name}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
        />
      </td>
      {columnsOf(schema).map((key) => (
        <td key={key}>
          <OptionCell
            name={key}
            label={`${wordsOf(i18n, owner, key, undefined).name}: ${row.name}`}
            schema={propertyOf(schema, key)}
            value={row[key]}
            onChange={(value) => onChange({ ...row, [key]: value })}
          />
        </td>
      ))}
      {into.map((language) => (
        <td key={language}>
          <TranslationCell language={language} text={row.name} />
        </td>
      ))}
      <td className={styles.rowTools}>
        <ToolButton sign="up" label={t`Move ${row.name} up`} disabled={index === 0} onClick={() => onMove(index - 1)} />
        <ToolButton sign="down" label={t`Move ${row.name} down`} disabled={index === count - 1} onClick={() => onMove(index + 1)} />
        <ToolButton sign="remove" label={t`Remove ${row.name}`} onClick={onRemove} />
      </td>
    </tr>
  )
}

function AddMany({ onAdd }: { onAdd(rows: readonly OptionRow[]): void }) {
  const { t } = useLingui()
  const [pasted, setPasted] = useState('')
  return (
    <div className={styles.flag}>
      <TextArea
        data-desk
        label={t`Add many`}
        note={<Trans>One choice per line. With a tab between them, the second column is what is stored.</Trans>}
        rows={3}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div>
        <Button
          size="desk"
          icon="plus"
          disabled={pasted.trim() === ''}
          onClick={() => {
            onAdd(pastedRows(pasted))
            setPasted('')
          }}
        >{t`Add these choices`}</Button>
      </div>
    </div>
  )
}

const propertyOf = (schema: Json | undefined, key: string): Json => {
  const properties = schema?.['properties']
  const property = isJson(properties) ? properties[key] : undefined
  return isJson(property) ? property : {}
}

/** `{ trade: 'Steel', level: 2 }` → `trade: Steel, level: 2` */
const pairsText = (value: unknown): string =>
  Object.entries(isJson(value) ? value : {})
    .map(([key, one]) => (one === '' ? key : `${key}: ${String(one)}`))
    .join(', ')

/** What is typed into a cell, as the setting stores it. */
function cellValue(name: string, schema: Json, typed: string): unknown {
  if (name === 'value') return typedValue(typed)
  if (schema['type'] !== 'object') return typed || undefined
  const pairs = typed.split(',').map((pair) => pair.split(':').map((part) => part.trim()))
  const named = pairs.filter(([key]) => key !== undefined && key !== '' && key !== '__proto__')
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([key, held = '']) => [key, typedValue(held) ?? '']))
}

interface OptionCellProps {
  readonly name: string
  readonly label: string
  readonly schema: Json
  readonly value: unknown
  onChange(value: unknown): void
}

function OptionCell({ name, label, schema, value, onChange }: OptionCellProps) {
  const { i18n } = useLingui()
  const all = alternatives(schema)
  const choices = all.flatMap((one) => (Array.isArray(one['enum']) ? (one['enum'] as unknown[]) : []))
  if (choices.length > 0) {
    return (
      <Select data-desk aria-label={label} value={String(value ?? '')} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">–</option>
        {choices.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {choiceName(i18n, name, choice)}
          </option>
        ))}
      </Select>
    )
  }
  if (all.length === 1 && all[0]?.['type'] === 'boolean') {
    return (
      <CheckField
        label={<span className={styles.hidden}>{label}</span>}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked || undefined)}
      />
    )
  }
  return <TypedCell name={name} label={label} schema={schema} value={value} onChange={onChange} />
}

function TypedCell({ name, label, schema, value, onChange }: OptionCellProps) {
  const read = (typed: string) => cellValue(name, schema, typed)
  const [text, setText] = useTyped(typeof value === 'object' ? pairsText(value) : String(value ?? ''), read, value)
  return (
    <TextField
      data-desk
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(read(event.target.value))
      }}
    />
  )
}

function TranslationCell({ language, text }: { readonly language: string; readonly text: string }) {
  const { t } = useLingui()
  const { translation, translate } = useAuthoring()
  const held = translation(language, text)
  const name = languages[language as keyof typeof languages] ?? language
  return (
    <TextField
      data-desk
      aria-label={t`${text} in ${name}`}
      lang={language}
      placeholder={t`Missing`}
      value={held ?? ''}
      onChange={(event) => translate(language, text, event.target.value)}
    />
  )
}
