import type { ScriptAnswer, ScriptEvent, ScriptQuestion, ScriptUpdate } from '../../../pdf/ScriptQuestion.ts'
import { type Pdf, pdfAssets } from '../../../ui/pdf-pages/openPdf.ts'
import type { Filling } from '../filling.ts'
import { exportValuesOf, type FormField, type Value } from '../formFields.ts'

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
  /** The scripts were ended, because one of them took too long: they run no more. */
  onEnded(): void
}

const isChoice = ({ fieldType }: FormField) => fieldType === 'checkbox' || fieldType === 'radio'

/**
 * Names of what ticks stand for. The file calls the state of a box by the name of its picture (`0`), and scripts
 * by the option of the field (`Yes`); several boxes may have the same option.
 */
export class StateNames {
  private readonly scriptNames = new Map<string, string>()

  /** `objects`: the boxes of all fields, as pdf.js describes them to scripts. */
  constructor(objects: Iterable<readonly { readonly id?: unknown; readonly exportValues?: unknown }[]>) {
    for (const boxes of objects)
      for (const { id, exportValues } of boxes)
        if (typeof id === 'string' && typeof exportValues === 'string' && exportValues !== '') this.scriptNames.set(id, exportValues)
  }

  /** The name of a box in scripts; undefined if scripts can't tell its state from "off". */
  ofBox(id: string): string | undefined {
    return this.scriptNames.get(id)
  }

  /** The box of the value of a tick. */
  boxOf({ states }: FormField, value: Value | undefined): string | undefined {
    if (value === undefined || value === '' || value === false) return undefined
    const ids = [...states.keys()]
    return value === true ? ids[0] : ids.find((id) => states.get(id) === value)
  }

  /** Returns the value of a tick from its name in scripts: of the box `id` if that has the name; undefined if no box has it. */
  valueOf(field: FormField, name: string, id: string | undefined): Value | undefined {
    const isSingle = field.fieldType === 'checkbox' && exportValuesOf(field).length <= 1
    if (name === '' || name === 'Off') return isSingle ? false : ''
    const ids = [...(id !== undefined && field.states.has(id) ? [id] : []), ...field.states.keys()]
    const box = ids.find((one) => this.scriptNames.get(one) === name) ?? ids.find((one) => field.states.get(one) === name)
    if (box === undefined) return undefined
    return isSingle ? true : field.states.get(box)
  }
}

/** Converts a value of a script to texts; one empty text means no value. */
function textsFrom(result: unknown): readonly string[] {
  if (Array.isArray(result)) return result.map(String)
  return [result === null || result === undefined ? '' : String(result)]
}

function valueFrom(field: FormField, { id, value: result }: ScriptUpdate, names: StateNames): Value | undefined {
  if (field.fieldType === 'signature') return undefined
  const texts = textsFrom(result)
  const [text = ''] = texts
  if (field.fieldType === 'list') return text === '' && !Array.isArray(result) ? [] : texts
  return isChoice(field) ? names.valueOf(field, text, id) : text
}

const textOf = (value: Value | undefined): string => (typeof value === 'boolean' || value === undefined ? '' : ([value].flat()[0] ?? ''))

/** Returns the events of a change, as a viewer sends them. `calculating` is the id of a field with no state of its own. */
function eventsFor(field: FormField, value: Value | undefined, names: StateNames, calculating: string | undefined): ScriptEvent[] {
  const [first = ''] = field.annotationIds
  if (isChoice(field)) {
    const box = names.boxOf(field, value)
    if (box === undefined && field.fieldType === 'radio') {
      // Scripts know no radio button that is cleared: it gets its default value, and the totals run again.
      const reset: ScriptEvent = { id: 'app', name: 'ResetForm', ids: [first] }
      return calculating === undefined ? [reset] : [reset, { id: calculating, name: 'Action' }]
    }
    return ['Validate', 'Action'].map((name) => ({ id: box ?? first, name, value: box !== undefined }))
  }
  const text = textOf(value)
  if (field.fieldType === 'combo' || field.fieldType === 'list') return [{ id: first, name: 'Validate', value: text }]
  return [{ id: first, name: 'Keystroke', value: text, willCommit: true, commitKey: 1, selStart: text.length, selEnd: text.length }]
}

interface Interpreter {
  /** Undefined after a timeout, or if the interpreter fails. */
  ask(question: Omit<ScriptQuestion, 'turn'>): Promise<ScriptAnswer | undefined>
  close(): void
}

function startInterpreter(): Interpreter {
  const worker = new Worker(new URL('../../../pdf/scriptWorker.ts', import.meta.url), { type: 'module' })
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

/** Starts the scripts. `data`: what they know of the document. */
const openDocument = (interpreter: Interpreter, data: unknown) =>
  interpreter.ask({
    // Through JSON: the data contains maps, which the interpreter needs as plain objects.
    start: JSON.parse(JSON.stringify(data, (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value))) as unknown,
    wasm: new URL(`${pdfAssets}wasm/`, location.href).href,
    events: [{ id: 'doc', name: 'Open' }],
  })

/** A box as pdf.js describes it to scripts. */
type ScriptBox = Readonly<Record<string, unknown>>
type Objects = ReadonlyMap<string, readonly ScriptBox[]>

/** Returns what the scripts know of the document, with the current values. */
async function documentData({ pdf, fields }: Begin, values: Readonly<Record<string, Value>>, objects: Objects, names: StateNames) {
  const [calculationOrder, actions] = await Promise.all([pdf.getCalculationOrderIds(), pdf.getJSActions()])
  const byName = new Map(fields.map((field) => [field.name, field]))
  const given = [...objects].map(([name, boxes]) => {
    const field = byName.get(name)
    return [name, boxes.map((box) => (field && box['type'] !== '' ? boxWith(box, field, values[name], names) : box))] as const
  })
  return {
    objects: Object.fromEntries(given),
    calculationOrder,
    appInfo: { platform: 'WIN', language: navigator.language },
    docInfo: { baseURL: '', filesize: 0, filename: 'form.pdf', metadata: null, authors: [], numPages: pdf.numPages, URL: '', actions },
  }
}

/** Returns the box of a field with the current value of the field. */
function boxWith(box: ScriptBox, field: FormField, value: Value | undefined, names: StateNames): ScriptBox {
  if (field.fieldType === 'signature') return box
  if (!isChoice(field)) return { ...box, value: textOf(value) }
  const own = names.boxOf(field, value)
  // The interpreter can clear a radio button only with an empty default.
  const cleared = field.fieldType === 'radio' && box['defaultValue'] === 'Off' ? { defaultValue: null } : {}
  return { ...box, ...cleared, value: (own !== undefined && names.ofBox(own)) || 'Off' }
}

/**
 * Runs the scripts of the file's author as Acrobat does: totals, formats and checks. Undefined if the file
 * has no scripts, or if the interpreter can't be loaded.
 */
export async function startScripts(begin: Begin): Promise<Scripts | undefined> {
  const { pdf, fields, filling, onSaid, onEnded } = begin
  // The person may go on filling in while the scripts start: `commit` sends them what has changed since.
  let known = filling.values()
  if (typeof Worker !== 'function' || !(await pdf.hasJSActions().catch(() => false))) return undefined
  const objects = (await pdf.getFieldObjects()) as unknown as Objects | null
  if (!objects) return undefined
  const names = new StateNames(objects.values())
  const data = await documentData(begin, known, objects, names)
  const interpreter = startInterpreter()
  let closed = false
  const close = () => {
    closed = true
    interpreter.close()
  }
  const end = () => {
    close()
    onEnded()
  }
  const begun = await openDocument(interpreter, data)
  if (!begun?.ok) {
    close()
    return undefined
  }

  const byId = new Map(fields.flatMap((field) => field.annotationIds.map((id) => [id, field] as const)))
  const [calculating] = fields.find(({ fieldType }) => fieldType === 'text')?.annotationIds ?? []
  const applyUpdate = (field: FormField, update: ScriptUpdate) => {
    const { formattedValue } = update
    const isMoment = typeof update.value === 'number' && (field.format === 'date' || field.format === 'time')
    // The interpreter counts dates in milliseconds; the file has them as it shows them.
    if (isMoment && typeof formattedValue !== 'string') return
    const own = isMoment ? { ...update, value: formattedValue } : update
    const next = own.value === undefined ? undefined : valueFrom(field, own, names)
    if (next !== undefined) {
      filling.set(field.name, next)
      known = { ...known, [field.name]: next }
    }
    if (formattedValue !== undefined) filling.show(field.name, formattedValue ?? undefined)
  }
  /** The person has changed it since the scripts last learned its value: they get that one next. */
  const isOutdated = ({ name }: FormField) => !isSame(filling.value(name), known[name])
  const apply = ({ updates, said }: ScriptAnswer, changed: FormField) => {
    let refused = false
    for (const update of updates) {
      const field = byId.get(update.id ?? '')
      if (
        !field ||
        field.fieldType === 'signature' ||
        isOutdated(field) ||
        (field === changed && isEcho(field, update, known[field.name], names))
      )
        continue
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
    for (const field of fields) {
      // Not a snapshot: the scripts of a field before it may have set it.
      const value = filling.value(field.name)
      if (closed || isSame(value, known[field.name])) continue
      known = { ...known, [field.name]: value as Value }
      const answer = await interpreter.ask({ events: eventsFor(field, value, names, calculating) })
      if (closed) return
      // The entered values stay.
      if (!answer) return end()
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

const isSame = (a: Value | undefined, b: Value | undefined) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * The interpreter repeats what it was given, answers a text that is no option with the option before it, and calls
 * a box that it has no name for "off": no script did that.
 */
function isEcho(field: FormField, update: ScriptUpdate, given: Value | undefined, names: StateNames): boolean {
  const isOption = field.options.some(({ value }) => value === textOf(given))
  if ((field.fieldType === 'combo' || field.fieldType === 'list') && !isOption) return true
  // Of several choices of a list it was given the first.
  if (field.fieldType === 'list') return textsFrom(update.value).join('\n') === textOf(given)
  if (!isChoice(field)) return false
  const box = names.boxOf(field, given)
  const told = box === undefined ? undefined : names.ofBox(box)
  const [text = ''] = textsFrom(update.value)
  return told === undefined ? text === '' || text === 'Off' : text === told
}

const isRefusal = ({ value, formattedValue }: ScriptUpdate) => value === '' && formattedValue === null
