import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import type { ControlProps } from './SettingProps.ts'

const long = new Set(['description', 'instructions', 'markdown'])
const code = new Set(['attribute', 'url', 'path', 'lookup', 'rpc', 'saveRpc', 'source', 'link'])

export function TextSetting({ name, label, help, problem, required, value, onChange }: ControlProps) {
  const shared = {
    label,
    note: help,
    error: problem,
    required,
    'data-setting': name,
    value: value === undefined ? '' : String(value),
    spellCheck: !code.has(name),
  }
  const enter = (text: string) => onChange(text === '' && !required ? undefined : text)
  return long.has(name) ? (
    <TextArea {...shared} data-desk onChange={(event) => enter(event.target.value)} />
  ) : (
    <TextField {...shared} data-desk autoCapitalize={code.has(name) ? 'off' : undefined} onChange={(event) => enter(event.target.value)} />
  )
}

export function NumberSetting({ label, help, problem, required, value, onChange }: ControlProps) {
  return (
    <TextField
      label={label}
      note={help}
      error={problem}
      required={required}
      data-desk
      type="number"
      step="any"
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
    />
  )
}

/** `12` → 12, `true` → true, anything else is a text. */
export function typedValue(text: string): unknown {
  if (text === '') return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  return Number.isFinite(Number(text)) && text === String(Number(text)) ? Number(text) : text
}

/** `{"a": 1}` → an object, `["a"]` → a list, for values that are more than a text. */
export function typedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return typedValue(text)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A value of any kind, as people type it. */
export function ValueSetting({ label, help, problem, required, value, onChange }: ControlProps) {
  return (
    <TextField
      label={label}
      note={help}
      error={problem}
      required={required}
      data-desk
      value={typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')}
      onChange={(event) => onChange(typedJson(event.target.value))}
    />
  )
}
