import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useMemo } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { settingsOf } from './offersAt.ts'
import { type JsonNode, nodeAt, type Path, valueOf } from './readJson.ts'
import * as styles from './studio.module.css'

type Json = Record<string, unknown>

/** Always shown, in this order; the rest is behind "More settings". */
const first = [
  'label',
  'attribute',
  'description',
  'placeholder',
  'text',
  'template',
  'message',
  'value',
  'options',
  'lookup',
  'required',
  'visible',
  'style',
]
const long = new Set(['text', 'template', 'description', 'message'])

const alternatives = (schema: Json): Json[] => (Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Json[]) : [schema])
const kinds = (schema: Json) => alternatives(schema).map(({ type }) => type)

interface Row {
  readonly name: string
  readonly words: string | undefined
  readonly schema: Json
  readonly required: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onCode: () => void
}

/** Returns true for a list of plain choices, one per line; other lists are edited in the code. */
const plainList = (value: unknown) => value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))

function Setting(props: Row) {
  const { name, words, schema, required, value, onChange } = props
  const id = useId()
  const type = kinds(schema)
  const isFlag = type.includes('boolean') && type.length === 1
  const described = words ? `${id}-words` : undefined
  const explanation = words ? (
    <small id={described} lang="en">
      {words}
    </small>
  ) : null
  if (isFlag)
    return (
      <div className={styles.setting}>
        <label className={styles.settingCheck}>
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={described}
            onChange={(event) => onChange(event.target.checked || undefined)}
          />
          <span>{name}</span>
        </label>
        {explanation}
      </div>
    )
  const Control = controlFor(props)
  return (
    <div className={styles.setting}>
      <label className={styles.settingName} htmlFor={id}>
        {name}
        {required ? ' *' : ''}
      </label>
      <Control {...props} id={id} described={described} />
      {explanation}
    </div>
  )
}

interface ControlProps extends Row {
  readonly id: string
  /** Id of the explanation. */
  readonly described: string | undefined
}

/** Returns the control for a setting; what has no control of its own is edited in the code. */
function controlFor({ name, schema, value }: Row) {
  const type = kinds(schema)
  if (Array.isArray(schema['enum'])) return ChoiceControl
  if (type.includes('array') && name === 'options' && plainList(value)) return LinesControl
  if (type.includes('number') || type.includes('integer')) return NumberControl
  return type.includes('string') && (value === undefined || typeof value !== 'object') ? TextControl : CodeButton
}

function ChoiceControl({ id, described, schema, required, value, onChange }: ControlProps) {
  const choices = schema['enum'] as unknown[]
  return (
    <Select
      id={id}
      data-desk
      aria-describedby={described}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {required ? null : <option value="">–</option>}
      {choices.map((choice) => (
        <option key={String(choice)}>{String(choice)}</option>
      ))}
    </Select>
  )
}

function LinesControl({ id, described, value, onChange }: ControlProps) {
  const { t } = useLingui()
  const lines = (value as string[] | undefined) ?? []
  return (
    <TextArea
      id={id}
      key={lines.length === 0 ? 'none' : 'some'}
      data-desk
      aria-describedby={described}
      placeholder={t`One choice a line`}
      defaultValue={lines.join('\n')}
      onBlur={(event) => {
        const next = event.target.value
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
        if (next.join('\n') !== lines.join('\n')) onChange(next)
      }}
    />
  )
}

function NumberControl({ id, described, value, onChange }: ControlProps) {
  return (
    <TextField
      id={id}
      data-desk
      type="number"
      aria-describedby={described}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
    />
  )
}

function TextControl({ id, described, name, schema, required, value, onChange }: ControlProps) {
  const flag = kinds(schema).includes('boolean')
  const entered = (text: string) => {
    if (text === '' && !required) return undefined
    return flag && (text === 'true' || text === 'false') ? text === 'true' : text
  }
  const shared = {
    id,
    'aria-describedby': described,
    value: value === undefined ? '' : String(value),
    spellCheck: !flag && name !== 'attribute',
  }
  return long.has(name) ? (
    <TextArea {...shared} data-desk onChange={(event) => onChange(entered(event.target.value))} />
  ) : (
    <TextField {...shared} data-desk autoCapitalize="off" onChange={(event) => onChange(entered(event.target.value))} />
  )
}

function CodeButton({ id, value, onCode }: ControlProps) {
  const { t } = useLingui()
  return (
    <Button id={id} size="desk" icon="edit" onClick={onCode}>
      {value === undefined ? t`Add in the code` : t`Edit in the code`}
    </Button>
  )
}

const formRows = ['name', 'component', 'template', 'recordTitle', 'public', 'returnUrl']
const formSchema: Record<string, Json> = {
  name: { type: 'string' },
  component: { enum: ['automationForm', 'manpowerCollection', 'automationExecutionForm', 'automationExecutionMinform'] },
  template: { type: 'string' },
  recordTitle: { type: 'string' },
  public: { type: 'boolean' },
  returnUrl: { type: 'string' },
}

/** The settings of the selected node, one by one; without a selection, those of the form itself. */
export function Details({
  root,
  path,
  onSet,
  onCode,
}: {
  readonly root: JsonNode
  readonly path: Path
  readonly onSet: (path: Path, value: unknown) => void
  readonly onCode: (path: Path) => void
}) {
  const { t } = useLingui()
  const node = nodeAt(root, path)
  const value = useMemo(() => (node ? (valueOf(node) as Json) : undefined), [node])
  const type = path.length === 0 ? undefined : String(value?.['type'] ?? '')
  const rows = useMemo(() => {
    if (type === undefined)
      return formRows.map((key) => ({ key, schema: formSchema[key] ?? {}, required: key === 'name', words: undefined }))
    const place = (key: string) => (first.includes(key) ? first.indexOf(key) : first.length)
    return settingsOf(type)
      .filter(({ key }) => key !== 'type' && key !== 'children' && key !== 'subform')
      .toSorted((a, b) => place(a.key) - place(b.key))
  }, [type])
  if (!value) return null
  const draw = ({ key, schema, required, words }: (typeof rows)[number]) => (
    <Setting
      key={`${path.join('.')} ${key}`}
      name={key}
      words={words}
      schema={schema}
      required={required}
      value={value[key]}
      onChange={(next) => onSet([...path, key], next)}
      onCode={() => onCode([...path, key])}
    />
  )
  const isFirst = ({ key, required }: (typeof rows)[number]) =>
    type === undefined || first.includes(key) || required || value[key] !== undefined
  const more = rows.filter((row) => !isFirst(row))
  return (
    <section className={styles.details} aria-label={t`Settings of what is selected`}>
      <h2>{type === undefined ? t`The form` : type}</h2>
      {rows.filter(isFirst).map(draw)}
      {more.length > 0 ? (
        <details>
          <summary>
            <Trans>More settings</Trans>
          </summary>
          {more.map(draw)}
        </details>
      ) : null}
    </section>
  )
}
