import type { ScriptAnswer, ScriptEvent, ScriptQuestion, ScriptUpdate } from '../../pdf/ScriptQuestion.ts'
import { pdfAssets, type Pdf } from '../../ui/pdf-pages/openPdf.ts'
import type { Filling } from './filling.ts'
import { exportValuesOf, type FormField, type Value } from './formFields.ts'

/** Limit after which a script counts as endless, ms. The start has six times as long. */
const patience = 5000

export interface Scripts {
  /**
   * A field lost the focus: its scripts run with its current value. Resolves when all results are in the
   * filling.
   */
  commit(): Promise<void>
  close(): void
}

interface Begin {
  readonly pdf: Pdf
  readonly fields: readonly FormField[]
  readonly filling: Filling
  /** A message of a script, or the reason why a value is refused. */
  onSaid(text: string, field: FormField | undefined): void
}

/** Returns the value of a field in the form that the interpreter uses. */
function heldBy({ fieldType }: FormField, value: Value | undefined): string | undefined {
  if (typeof value === 'boolean') return undefined
  if (fieldType === 'checkbox' || fieldType === 'radio') return typeof value === 'string' && value !== '' ? value : 'Off'
  return typeof value === 'string' ? value : value?.[0]
}

/** Converts a value of a script to texts; one empty text means no value. */
function textsFrom(result: unknown): readonly string[] {
  if (Array.isArray(result)) return result.map(String)
  return [result === null || result === undefined ? '' : String(result)]
}

const isChoice = ({ fieldType }: FormField) => fieldType === 'checkbox' || fieldType === 'radio'

function valueFrom(field: FormField, result: unknown): Value | undefined {
  if (field.fieldType === 'signature') return undefined
  const texts = textsFrom(result)
  const [text = ''] = texts
  if (field.fieldType === 'list') return text === '' && !Array.isArray(result) ? [] : texts
  if (!isChoice(field)) return text
  if (field.fieldType === 'checkbox' && exportValuesOf(field).length <= 1) return text !== '' && text !== 'Off'
  return text === 'Off' ? '' : text
}

/** Returns the events of a change, as a viewer sends them. */
function eventsFor(field: FormField, value: Value | undefined): ScriptEvent[] {
  const [first = ''] = field.annotationIds
  if (isChoice(field)) {
    const on = value === true || (typeof value === 'string' && value !== '')
    const id = typeof value === 'string' ? (field.boxes.find(({ exportValue }) => exportValue === value)?.annotationId ?? first) : first
    return ['Validate', 'Action'].map((name) => ({ id, name, value: on }))
  }
  const [text = ''] = typeof value === 'boolean' || value === undefined ? [] : [value].flat()
  if (field.fieldType === 'combo' || field.fieldType === 'list') return [{ id: first, name: 'Validate', value: text }]
  return [{ id: first, name: 'Keystroke', value: text, willCommit: true, commitKey: 1, selStart: text.length, selEnd: text.length }]
}

interface Interpreter {
  /** Undefined after a timeout, or if the interpreter fails. */
  ask(question: Omit<ScriptQuestion, 'turn'>): Promise<ScriptAnswer | undefined>
  close(): void
}

function startInterpreter(): Interpreter {
  const worker = new Worker(new URL('../../pdf/scriptWorker.ts', import.meta.url), { type: 'module' })
  let turn = 0
  const ask: Interpreter['ask'] = (question) => {
    const own = ++turn
    return new Promise((resolve) => {
      const end = (answer: ScriptAnswer | undefined) => {
        clearTimeout(clock)
        worker.removeEventListener('message', receive)
        worker.removeEventListener('error', fail)
        resolve(answer)
      }
      const fail = () => end(undefined)
      const receive = ({ data }: MessageEvent<ScriptAnswer>) => {
        if (data.turn === own) end(data)
      }
      const clock = setTimeout(fail, question.start === undefined ? patience : 6 * patience)
      worker.addEventListener('message', receive)
      worker.addEventListener('error', fail)
      worker.postMessage({ ...question, turn: own } satisfies ScriptQuestion)
    })
  }
  return { ask, close: () => worker.terminate() }
}

/** Returns what the scripts know of the document, with the current values; undefined if the document has no fields. */
async function documentData({ pdf, fields }: Begin, values: Readonly<Record<string, Value>>): Promise<object | undefined> {
  const [objects, calculationOrder, actions] = await Promise.all([pdf.getFieldObjects(), pdf.getCalculationOrderIds(), pdf.getJSActions()])
  if (!objects) return undefined
  const byName = new Map(fields.map((field) => [field.name, field]))
  const given = [...(objects as unknown as ReadonlyMap<string, Record<string, unknown>[]>)].map(([name, boxes]) => {
    const field = byName.get(name)
    const held = field && heldBy(field, values[name])
    return [name, boxes.map((box) => (held === undefined || box['type'] === '' ? box : { ...box, value: held }))] as const
  })
  return {
    objects: Object.fromEntries(given),
    calculationOrder,
    appInfo: { platform: 'WIN', language: navigator.language },
    docInfo: { baseURL: '', filesize: 0, filename: 'form.pdf', metadata: null, authors: [], numPages: pdf.numPages, URL: '', actions },
  }
}

/**
 * Runs the scripts of the file's author as Acrobat does: totals, formats and checks. Undefined if the file
 * has no scripts, or if the interpreter can't be loaded.
 */
export async function startScripts(begin: Begin): Promise<Scripts | undefined> {
  const { pdf, fields, filling, onSaid } = begin
  // The person may go on filling in while the scripts start: `commit` sends them what has changed since.
  let known = filling.values()
  if (typeof Worker !== 'function' || !(await pdf.hasJSActions().catch(() => false))) return undefined
  const data = await documentData(begin, known)
  if (!data) return undefined
  const interpreter = startInterpreter()
  let closed = false
  const close = () => {
    closed = true
    interpreter.close()
  }
  const begun = await interpreter.ask({
    // Through JSON: the data contains maps, which the interpreter needs as plain objects.
    start: JSON.parse(JSON.stringify(data, (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value))) as unknown,
    wasm: new URL(`${pdfAssets}wasm/`, location.href).href,
    events: [{ id: 'doc', name: 'Open' }],
  })
  if (!begun?.ok) {
    close()
    return undefined
  }

  const byId = new Map(fields.flatMap((field) => field.annotationIds.map((id) => [id, field] as const)))
  const applyUpdate = (field: FormField, { value, formattedValue }: ScriptUpdate) => {
    const next = value === undefined ? undefined : valueFrom(field, value)
    if (next !== undefined) {
      filling.set(field.name, next)
      known = { ...known, [field.name]: next }
    }
    if (formattedValue !== undefined) filling.show(field.name, formattedValue ?? undefined)
  }
  const apply = ({ updates, said }: ScriptAnswer, changed: FormField) => {
    let refused = false
    for (const update of updates) {
      const field = byId.get(update.id ?? '')
      if (!field || field.fieldType === 'signature') continue
      // The scripts would clear a value that a check refuses: keep it, and show a message.
      if (field === changed && isRefusal(update) && filling.value(field.name) !== '') {
        refused = true
        continue
      }
      applyUpdate(field, update)
    }
    for (const text of new Set(said)) onSaid(text, refused ? changed : undefined)
    if (refused && said.length === 0) onSaid('', changed)
  }
  let running: Promise<void> = Promise.resolve()
  const runChanged = async () => {
    const now = filling.values()
    for (const field of fields) {
      const value = now[field.name]
      if (closed || value === known[field.name] || JSON.stringify(value) === JSON.stringify(known[field.name])) continue
      known = { ...known, [field.name]: value as Value }
      const answer = await interpreter.ask({ events: eventsFor(field, value) })
      // Stop the scripts after a timeout; the entered values stay.
      if (!answer) return close()
      apply(answer, field)
    }
  }
  return {
    commit() {
      running = running.then(runChanged)
      return running
    },
    close,
  }
}

const isRefusal = ({ value, formattedValue }: ScriptUpdate) => value === '' && formattedValue === null
