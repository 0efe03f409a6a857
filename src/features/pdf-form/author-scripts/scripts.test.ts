import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PdfField } from '../../../pdf/PdfContent.ts'
import type { ScriptAnswer } from '../../../pdf/ScriptQuestion.ts'
import { createFilling } from '../filling.ts'
import { formFields } from '../formFields.ts'
import { type Scripts, startScripts } from './scripts.ts'

vi.mock('../../../ui/pdf-pages/openPdf.ts', () => ({
  pdfAssets: `${pathToFileURL(path.resolve('node_modules/pdfjs-dist')).href}/`,
}))

/** The worker's own code in this thread: messages are passed to it and return as events. */
class SameThread {
  static all = new Set<SameThread>()
  private readonly heard = new Set<(event: { data: ScriptAnswer }) => void>()
  private readonly ready = import('../../../pdf/scriptWorker.ts')
  constructor() {
    SameThread.all.add(this)
  }
  addEventListener(kind: string, listener: (event: { data: ScriptAnswer }) => void) {
    if (kind === 'message') this.heard.add(listener)
  }
  removeEventListener(_: string, listener: (event: { data: ScriptAnswer }) => void) {
    this.heard.delete(listener)
  }
  postMessage(data: unknown) {
    void this.ready.then(() => window.dispatchEvent(new MessageEvent('message', { data })))
  }
  answer(data: ScriptAnswer) {
    for (const listener of this.heard) listener({ data })
  }
  terminate() {
    SameThread.all.delete(this)
  }
}

const box = (name: string, at: number) => ({ page: 1, rect: [0, 0, 9, 9] as const, annotationId: `${at}R`, name })
const text = (name: string, at: number): PdfField => ({
  name,
  type: 'text',
  page: 1,
  rects: [box(name, at)],
  value: '',
  readOnly: false,
  required: false,
  order: at,
})
const names = ['hours', 'rate', 'day', 'total', 'twice', 'preset', 'base', 'sum']
const actions: Record<string, Record<string, string[]>> = {
  hours: { Keystroke: ['AFNumber_Keystroke(2, 0, 0, 0, "", true)'], Validate: ['AFRange_Validate(true, 0, true, 24)'] },
  day: { Keystroke: ['AFDate_KeystrokeEx("mm/dd/yyyy")'], Format: ['AFDate_FormatEx("mm/dd/yyyy")'] },
  total: { Calculate: ['AFSimple_Calculate("PRD", new Array("hours", "rate"))'], Format: ['AFNumber_Format(2, 0, 0, 0, "$", true)'] },
  twice: { Calculate: ['var sum = 0; for (var i = 0; i < 2; i++) sum += this.getField("total").value; event.value = sum'] },
  preset: { Validate: ['this.getField("base").value = 50'] },
  sum: { Calculate: ['AFSimple_Calculate("SUM", new Array("base"))'] },
}
/** Radio buttons as a file has them: its pictures are called 0 and 1, its options Yes and No. */
const radio = (name: string, at: number, states: readonly string[]): PdfField => ({
  ...text(name, at),
  type: 'radio',
  rects: states.map((state, index) => ({ ...box(name, at + index), exportValue: state })),
})
const radios = [radio('fit', 11, ['0', '1']), radio('lone', 21, ['0']), radio('unnamed', 31, ['On']), radio('mirrored', 41, ['0'])]
const optionsOf: Record<string, readonly (string | null)[]> = {
  fit: ['Yes', 'No'],
  lone: ['Yes'],
  unnamed: [null],
  mirrored: ['Oui'],
}
const radioActions: Record<string, Record<string, string[]>> = {
  lone: { Action: ['this.getField("mirrored").value = "Oui"; this.getField("fit").value = "No"'] },
}
const radioObjects = radios.map(
  ({ name, rects }) =>
    [
      name,
      rects.map(({ annotationId: id }, at) => ({
        id,
        name,
        type: 'radiobutton',
        value: 'Off',
        defaultValue: 'Off',
        exportValues: optionsOf[name]?.[at],
        page: 0,
        rect: [0, 0, 9, 9],
        actions: radioActions[name] ?? null,
      })),
    ] as const,
)
const gear: PdfField = {
  ...text('gear', 51),
  type: 'list',
  value: [],
  multiSelect: true,
  options: ['Helmet', 'Gloves', 'Harness'].map((value) => ({ value, label: value })),
}
const gearObject = {
  id: '51R',
  name: 'gear',
  type: 'listbox',
  value: '',
  defaultValue: '',
  multipleSelection: true,
  numItems: 3,
  items: gear.options?.map(({ value }) => ({ exportValue: value, displayValue: value })),
  page: 0,
  rect: [0, 0, 9, 9],
  actions: null,
}
const oneOf = (name: string, at: number, type: 'combo' | 'list', values: readonly string[]): PdfField => ({
  ...text(name, at),
  type,
  value: type === 'list' ? [] : '',
  ...(type === 'combo' && { editable: true }),
  options: values.map((value) => ({ value, label: value })),
})
const singles = [oneOf('state', 61, 'combo', ['CA', 'NV']), oneOf('shift', 62, 'list', ['Day', 'Night'])]
/** The format of `state` shows that a look of an option still arrives. */
const singleActions: Record<string, Record<string, string[]>> = { state: { Format: ['event.value = "State: " + event.value'] } }
const singleObjects = singles.map(
  ({ name, type, rects, options = [] }) =>
    [
      name,
      [
        {
          id: rects[0]?.annotationId,
          name,
          type: type === 'list' ? 'listbox' : 'combobox',
          value: '',
          defaultValue: '',
          multipleSelection: false,
          numItems: options.length,
          items: options.map(({ value }) => ({ exportValue: value, displayValue: value })),
          page: 0,
          rect: [0, 0, 9, 9],
          actions: singleActions[name] ?? null,
        },
      ],
    ] as const,
)
const pdf = {
  numPages: 1,
  hasJSActions: () => Promise.resolve(true),
  getJSActions: () => Promise.resolve(null),
  getCalculationOrderIds: () => Promise.resolve(['4R', '5R', '8R']),
  getFieldObjects: () =>
    Promise.resolve(
      new Map<string, unknown>([
        ...radioObjects,
        ['gear', [gearObject]],
        ...singleObjects,
        ...names.map(
          (name, at) =>
            [
              name,
              [
                {
                  id: `${at + 1}R`,
                  name,
                  type: 'text',
                  value: '',
                  defaultValue: '',
                  page: 0,
                  rect: [0, 0, 9, 9],
                  actions: actions[name] ?? null,
                },
              ],
            ] as const,
        ),
      ]),
    ),
}

let scripts: Scripts | undefined
afterEach(() => {
  scripts?.close()
  scripts = undefined
  vi.unstubAllGlobals()
})

function startFilling() {
  vi.stubGlobal('Worker', SameThread)
  vi.stubGlobal('postMessage', (data: ScriptAnswer) => SameThread.all.forEach((one) => one.answer(data)))
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(new Response(new Uint8Array(readFileSync(new URL(url))), { headers: { 'content-type': 'application/wasm' } })),
  )
  const fields = formFields([...names.map((name, at) => text(name, at + 1)), ...radios, gear, ...singles], { source: '/x.pdf' })
  return { fields, filling: createFilling({ fields, inFile: {}, first: {}, attachments: [] }) }
}

describe('what the author of a PDF form wrote into it', () => {
  it('totals count what was filled in while the scripts started', async () => {
    const { fields, filling } = startFilling()
    const starting = startScripts({ pdf: pdf as never, fields, filling, onSaid: () => undefined, onEnded: () => undefined })
    filling.set('hours', '7.5')
    filling.set('rate', '200')
    scripts = await starting
    await scripts?.commit()
    expect(filling.value('total')).toBe('1500')
  })

  it('totals, formats and checks run as in Acrobat, also such as are more than a sum; what a check refuses stays and is said', async () => {
    const { fields, filling } = startFilling()
    const said: [string, string | undefined][] = []
    scripts = await startScripts({
      pdf: pdf as never,
      fields,
      filling,
      onSaid: (words, field) => said.push([words, field?.name]),
      onEnded: () => undefined,
    })
    if (!scripts) throw new Error('the scripts did not start')

    filling.set('hours', '7.5')
    filling.set('rate', '200')
    filling.set('day', '3/4/2026')
    await scripts.commit()
    expect(filling.values()).toMatchObject({ hours: '7.5', rate: '200', total: '1500', twice: '3000', day: '3/4/2026' })
    expect(filling.shown('total')).toBe('$1,500.00')
    expect(filling.shown('day')).toBe('03/04/2026')
    expect(filling.shown('twice')).toBeUndefined()
    expect(said).toEqual([])

    filling.set('hours', '30')
    await scripts.commit()
    expect(filling.value('hours')).toBe('30')
    expect(said).toEqual([[expect.stringContaining('24'), 'hours']])
    // No value was calculated from it.
    expect(filling.value('total')).toBe('1500')
  })

  it('keeps the pressed radio button under any name that scripts have for its state, and applies presses by a script', async () => {
    const { fields, filling } = startFilling()
    const said: string[] = []
    scripts = await startScripts({ pdf: pdf as never, fields, filling, onSaid: (words) => said.push(words), onEnded: () => undefined })
    if (!scripts) throw new Error('the scripts did not start')
    filling.set('fit', '0')
    await scripts.commit()
    expect(filling.value('fit')).toBe('0')
    // Pressed again to clear it.
    filling.set('fit', '')
    await scripts.commit()
    expect(filling.value('fit')).toBe('')
    // A box without a name for scripts.
    filling.set('unnamed', 'On')
    await scripts.commit()
    expect(filling.value('unnamed')).toBe('On')
    filling.set('lone', '0')
    await scripts.commit()
    expect(filling.values()).toMatchObject({ lone: '0', mirrored: '0', fit: '1', unnamed: 'On' })
    expect(said).toEqual([])
  })

  it('keeps every choice of a list, and what was entered while the scripts ran', async () => {
    const { fields, filling } = startFilling()
    scripts = await startScripts({ pdf: pdf as never, fields, filling, onSaid: () => undefined, onEnded: () => undefined })
    filling.set('gear', ['Helmet'])
    await scripts?.commit()
    filling.set('gear', ['Helmet', 'Harness'])
    await scripts?.commit()
    expect(filling.value('gear')).toEqual(['Helmet', 'Harness'])

    filling.set('gear', ['Gloves'])
    filling.set('day', '3/4/26')
    const running = scripts?.commit()
    filling.set('gear', ['Gloves', 'Harness'])
    filling.set('day', '03/05/2026')
    await running
    await scripts?.commit()
    expect(filling.value('gear')).toEqual(['Gloves', 'Harness'])
    expect(filling.value('day')).toBe('03/05/2026')
  })

  it('keeps a text that is no option of a combo box, and what was cleared in a combo box or a list', async () => {
    const { fields, filling } = startFilling()
    const said: string[] = []
    scripts = await startScripts({ pdf: pdf as never, fields, filling, onSaid: (words) => said.push(words), onEnded: () => undefined })
    const enter = async (name: string, value: string | readonly string[]) => {
      filling.set(name, value)
      await scripts?.commit()
      return filling.value(name)
    }
    expect(await enter('state', 'Free text')).toBe('Free text')
    expect(filling.shown('state')).toBeUndefined()
    expect(await enter('state', 'NV')).toBe('NV')
    expect(filling.shown('state')).toBe('State: NV')
    expect(await enter('state', 'Free text')).toBe('Free text')
    expect(await enter('state', 'CA')).toBe('CA')
    expect(await enter('state', '')).toBe('')
    expect(filling.shown('state')).toBeUndefined()
    expect(await enter('shift', ['Night'])).toEqual(['Night'])
    expect(await enter('shift', [])).toEqual([])
    expect(said).toEqual([])
  })

  it('totals count what a script has set in another field', async () => {
    const { fields, filling } = startFilling()
    scripts = await startScripts({ pdf: pdf as never, fields, filling, onSaid: () => undefined, onEnded: () => undefined })
    filling.set('preset', 'Crane')
    await scripts?.commit()
    expect(filling.values()).toMatchObject({ preset: 'Crane', base: '50', sum: '50' })
  })

  it('says that letters are no number, and keeps them', async () => {
    const { fields, filling } = startFilling()
    const said: [string, string | undefined][] = []
    scripts = await startScripts({
      pdf: pdf as never,
      fields,
      filling,
      onSaid: (words, field) => said.push([words, field?.name]),
      onEnded: () => undefined,
    })
    filling.set('hours', 'abc')
    await scripts?.commit()
    expect(filling.value('hours')).toBe('abc')
    expect(said).toEqual([[expect.any(String), 'hours']])
  })

  it('ends scripts that take too long once; what was filled in stays, and a simple total loses their format with its old value', async () => {
    const { fields, filling } = startFilling()
    const onEnded = vi.fn(() => filling.calculateWith([{ name: 'total', how: 'PRD', of: ['hours', 'rate'] }]))
    scripts = await startScripts({ pdf: pdf as never, fields, filling, onSaid: () => undefined, onEnded })
    filling.set('hours', '2')
    filling.set('rate', '200')
    await scripts?.commit()
    expect(filling.shown('total')).toBe('$400.00')
    vi.useFakeTimers()
    for (const worker of SameThread.all) vi.spyOn(worker, 'postMessage').mockReturnValue(undefined)
    filling.set('hours', '3')
    const ending = scripts?.commit()
    await vi.advanceTimersByTimeAsync(4900)
    expect(onEnded).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await ending
    vi.useRealTimers()
    expect([filling.value('total'), filling.shown('total'), filling.looks()['total']]).toEqual(['600', undefined, undefined])
    filling.set('rate', '300')
    await scripts?.commit()
    expect(onEnded).toHaveBeenCalledOnce()
    expect(filling.values()).toMatchObject({ hours: '3', rate: '300', total: '900' })
    expect(SameThread.all.size).toBe(0)
  })
})
