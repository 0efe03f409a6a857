import { alternatives, type Json, propertiesOf } from './settingKind.ts'

/** The smallest value of a schema, for a new entry of a list: texts are empty, for the author to fill in. */
export function startOf(schema: Json | undefined): unknown {
  const [one = {}] = schema ? alternatives(schema) : []
  if (Array.isArray(one['enum'])) return (one['enum'] as unknown[])[0]
  if ('const' in one) return one['const']
  switch (one['type']) {
    case 'object': {
      const required = Array.isArray(one['required']) ? (one['required'] as string[]) : []
      return Object.fromEntries(required.map((key) => [key, startOf(propertiesOf(one)[key])]))
    }
    case 'array':
      return []
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return 1
    default:
      return ''
  }
}
