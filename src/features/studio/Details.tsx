import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useMemo } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { settingsOf } from './completions.ts'
import { type JsonNode, nodeAt, type Path, valueOf } from './jsonTree.ts'

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

function Setting({ name, words, schema, required, value, onChange, onCode }: Row) {
  const { t } = useLingui()
  const id = useId()
  const type = kinds(schema)
  const choices = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined
  const described = words ? `${id}-words` : undefined
  const label = (
    <label className="m-setting-name" htmlFor={id}>
      {name}
      {required ? ' *' : ''}
    </label>
  )
  let control
  if (type.includes('boolean') && type.length === 1) {
    return (
      <div className="m-setting">
        <label className="m-setting-check">
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={described}
            onChange={(event) => onChange(event.target.checked || undefined)}
          />
          <span>{name}</span>
        </label>
        {words ? (
          <small id={described} lang="en">
            {words}
          </small>
        ) : null}
      </div>
    )
  }
  if (choices) {
    control = (
      <select
        id={id}
        className="m-select m-desk"
        aria-describedby={described}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        {required ? null : <option value="">–</option>}
        {choices.map((choice) => (
          <option key={String(choice)}>{String(choice)}</option>
        ))}
      </select>
    )
  } else if (type.includes('array') && name === 'options' && plainList(value)) {
    const lines = (value as string[] | undefined) ?? []
    control = (
      <textarea
        id={id}
        key={lines.length === 0 ? 'none' : 'some'}
        className="m-textarea m-desk"
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
  } else if (type.includes('number') || type.includes('integer')) {
    control = (
      <input
        id={id}
        className="m-input m-desk"
        type="number"
        aria-describedby={described}
        value={typeof value === 'number' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
      />
    )
  } else if (type.includes('string') && (value === undefined || typeof value !== 'object')) {
    const flag = type.includes('boolean')
    const take = (text: string) =>
      onChange(text === '' && !required ? undefined : flag && (text === 'true' || text === 'false') ? text === 'true' : text)
    const shared = {
      id,
      'aria-describedby': described,
      value: value === undefined ? '' : String(value),
      spellCheck: !flag && name !== 'attribute',
    }
    control = long.has(name) ? (
      <textarea {...shared} className="m-textarea m-desk" onChange={(event) => take(event.target.value)} />
    ) : (
      <input {...shared} className="m-input m-desk" autoCapitalize="off" onChange={(event) => take(event.target.value)} />
    )
  } else {
    control = (
      <Button id={id} size="desk" icon="edit" onClick={onCode}>
        {value === undefined ? t`Add in the code` : t`Edit in the code`}
      </Button>
    )
  }
  return (
    <div className="m-setting">
      {label}
      {control}
      {words ? (
        <small id={described} lang="en">
          {words}
        </small>
      ) : null}
    </div>
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
    <section className="m-details" aria-label={t`Settings of what is selected`}>
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
