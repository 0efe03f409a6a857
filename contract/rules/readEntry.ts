import { type ListColumn, listColumns, type ProjectListName } from '../reference/projectLists.ts'

/** Maximum length of a name and of a value, in characters. */
export const longestValue = 200

/** Why a row of a file, or an entry that a person typed, cannot be kept. */
export const entryProblems = [
  'nameMissing',
  'tooLong',
  'wrongEmail',
  'wrongMobile',
  'wrongActive',
  'twice',
  'several',
  'taken',
  'fromConnection',
  'full',
] as const
export type EntryProblem = (typeof entryProblems)[number]

/** What a row of a file says about an entry, by column. A column that is absent or empty changes nothing. */
export type EntryCells = Readonly<Record<string, string>>

export interface EntryValues {
  readonly name: string
  readonly values: Readonly<Partial<Record<ListColumn, string>>>
  /** Undefined: the row does not say. */
  readonly disabled: boolean | undefined
}

export interface EntryTrouble {
  readonly problem: EntryProblem
  readonly column: string
}

/** One line, without blanks at the ends or twice in a row. */
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'active', 'sí', 'si', 's', 'activo', 'sim', 'ativo'])
const no = new Set(['no', 'n', 'false', '0', 'inactive', 'disabled', 'inactivo', 'não', 'nao', 'inativo'])

/** True for an active entry, false for a disabled one; undefined for other words. */
function readActive(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

/** '(202) 555-0101' → '+12025550101', with the plan of North America for numbers without a country code. */
function readMobile(text: string): string | undefined {
  if (!/^[+\d\s().\-/]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  if (/^\s*\(?\+/.test(text)) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : undefined
  if (digits.length === 10) return `+1${digits}`
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`
  return undefined
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)

/** Returns the value as it is kept, or the problem with it. */
function readValue(column: ListColumn, text: string): { value: string } | EntryTrouble {
  if (text.length > longestValue) return { problem: 'tooLong', column }
  if (column === 'email') return isEmail(text) ? { value: text.toLowerCase() } : { problem: 'wrongEmail', column }
  if (column !== 'mobile') return { value: text }
  const mobile = readMobile(text)
  return mobile === undefined ? { problem: 'wrongMobile', column } : { value: mobile }
}

/** Returns the entry that a row describes, or the first problem of the row. Device and server agree on it. */
export function readEntry(list: ProjectListName, cells: EntryCells): EntryValues | EntryTrouble {
  const name = tidy(cells['name'] ?? '')
  if (name === '') return { problem: 'nameMissing', column: 'name' }
  if (name.length > longestValue) return { problem: 'tooLong', column: 'name' }
  const values: Partial<Record<ListColumn, string>> = {}
  for (const column of listColumns[list]) {
    const text = tidy(cells[column] ?? '')
    if (text === '') continue
    const read = readValue(column, text)
    if ('problem' in read) return read
    values[column] = read.value
  }
  const active = tidy(cells['active'] ?? '')
  const isActive = active === '' ? undefined : readActive(active)
  if (active !== '' && isActive === undefined) return { problem: 'wrongActive', column: 'active' }
  return { name, values, disabled: isActive === undefined ? undefined : !isActive }
}
