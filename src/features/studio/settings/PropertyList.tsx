import { useContext } from 'react'
import { isJson, type Json, propertiesOf } from './settingKind.ts'
import { SettingContext } from './SettingContext.ts'

interface PropertyListProps {
  /** The setting that these properties belong to. */
  readonly owner: string
  readonly schema: Json
  readonly value: unknown
  /** Properties that are not shown. */
  readonly without?: ReadonlySet<string> | undefined
  onChange(value: Readonly<Record<string, unknown>>): void
}

/** Returns the object without a property that has no value. */
export function withProperty(value: unknown, key: string, next: unknown): Record<string, unknown> {
  const { [key]: before, ...rest } = isJson(value) ? value : {}
  if (next === undefined) return rest
  // A changed property keeps its place.
  return before === undefined ? { ...rest, [key]: next } : { ...(value as Record<string, unknown>), [key]: next }
}

/** The settings of an object inside a setting. */
export function PropertyList({ owner, schema, value, without, onChange }: PropertyListProps) {
  const Setting = useContext(SettingContext)
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as string[]) : [])
  return Object.entries(propertiesOf(schema))
    .filter(([key]) => !without?.has(key))
    .map(([key, property]) => (
      <Setting
        key={key}
        owner={owner}
        name={key}
        schema={property}
        required={required.has(key)}
        value={isJson(value) ? value[key] : undefined}
        problem={undefined}
        onChange={(next) => onChange(withProperty(value, key, next))}
      />
    ))
}
