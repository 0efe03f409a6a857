import type { PdfAttachment, PdfMark } from '../../../contract/forms/PdfConfig.ts'
import { type Calculation, calculate } from './calculate.ts'
import type { FormField, Value } from './formFields.ts'

/**
 * The values that a person has entered into a document. Topics: a field's name, `marks`, `attachments`,
 * `read`, and `any` for all of them.
 */
export interface Filling {
  value(name: string): Value | undefined
  set(name: string, value: Value): void
  values(): Readonly<Record<string, Value>>
  /** Returns the values that differ from the file. */
  changed(): Readonly<Record<string, Value>>
  /**
   * Returns the display text of a field if the file has a format for it (`$1,234.50` for `1234.5`);
   * undefined: the value itself.
   */
  shown(name: string): string | undefined
  show(name: string, text: string | undefined): void
  /** Display texts by field name. */
  looks(): Readonly<Record<string, string>>
  /** Totals by Acrobat's own functions, used if the file's scripts can't be run. */
  calculateWith(list: readonly Calculation[]): void
  /**
   * The scripts of the file have started: what they calculated is no change by the person. What the person has
   * entered meanwhile stays one.
   */
  settle(): void
  marks(): readonly PdfMark[]
  setMarks(change: (marks: readonly PdfMark[]) => readonly PdfMark[]): void
  attachments(): readonly PdfAttachment[]
  setAttachments(change: (items: readonly PdfAttachment[]) => readonly PdfAttachment[]): void
  /** The highest page that was visible. */
  read(): number
  note(page: number): void
  /** Returns true if there is new input since the form was opened. */
  dirty(): boolean
  subscribe(topic: string, listener: () => void): () => void
}

export interface Kept {
  readonly values: Readonly<Record<string, Value>>
  readonly marks: readonly PdfMark[]
  readonly attachments: readonly PdfAttachment[]
  readonly read: number
}

interface Begin {
  readonly fields: readonly FormField[]
  /** The values in the file. */
  readonly inFile: Readonly<Record<string, Value>>
  /** The first values, with initValues. */
  readonly first: Readonly<Record<string, Value>>
  readonly attachments: readonly PdfAttachment[]
  readonly kept?: Kept | undefined
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

function createTopics() {
  const listeners = new Map<string, Set<() => void>>()
  return {
    tell(topic: string) {
      for (const name of [topic, 'any']) for (const listener of listeners.get(name) ?? []) listener()
    },
    subscribe(topic: string, listener: () => void) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => own.delete(listener)
    },
  }
}

export function createFilling({ fields, inFile, first, attachments, kept }: Begin): Filling {
  const known = new Set(fields.map(({ name }) => name))
  const names = [...known]
  let values: Record<string, Value> = { ...first }
  // Values of fields that the file no longer has are not restored.
  for (const [name, value] of Object.entries(kept?.values ?? {})) if (known.has(name)) values[name] = value
  let marks = kept?.marks ?? []
  let items = kept?.attachments ?? attachments
  let read = kept?.read ?? 0
  let calculations: readonly Calculation[] = []
  let looks: Readonly<Record<string, string>> = {}
  const { tell, subscribe } = createTopics()
  const under = (name: string) => (known.has(name) ? [name] : names.filter((one) => one.startsWith(`${name}.`)))
  /** A look belongs to the value that it was made of. */
  const dropLook = (name: string) => {
    if (looks[name] === undefined) return
    const { [name]: _, ...others } = looks
    looks = others
  }
  const recalculate = () => {
    for (const [name, text] of calculate(calculations, (one) => values[one], under)) {
      values = { ...values, [name]: text }
      dropLook(name)
      tell(name)
    }
  }
  let atFirst = values
  /** Fields that a person has filled in before the scripts started. */
  const entered = new Set<string>()

  return {
    value: (name) => values[name],
    set(name, value) {
      if (same(values[name], value)) return
      entered.add(name)
      values = { ...values, [name]: value }
      dropLook(name)
      recalculate()
      tell(name)
    },
    values: () => values,
    changed: () => Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, inFile[name]))),
    shown: (name) => looks[name],
    show(name, text) {
      if (looks[name] === text) return
      if (text === undefined || text === values[name]) dropLook(name)
      else looks = { ...looks, [name]: text }
      tell(name)
    },
    looks: () => looks,
    calculateWith(list) {
      calculations = list
      recalculate()
    },
    settle() {
      if (kept) return
      const untouched = Object.entries(values).filter(([name]) => !entered.has(name))
      atFirst = { ...atFirst, ...Object.fromEntries(untouched) }
    },
    marks: () => marks,
    setMarks(change) {
      const next = change(marks)
      if (next === marks) return
      marks = next
      tell('marks')
    },
    attachments: () => items,
    setAttachments(change) {
      const next = change(items)
      if (next === items) return
      items = next
      tell('attachments')
    },
    read: () => read,
    note(page) {
      if (page <= read) return
      read = page
      tell('read')
    },
    dirty: () => kept !== undefined || !same(values, atFirst) || marks.length > 0 || items !== attachments,
    subscribe,
  }
}
