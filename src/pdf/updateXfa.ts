import type { Form } from './form.ts'
import { type PdfValue, PdfStream, PdfString, Ref } from './PdfValue.ts'
import { packed, type Update } from './update.ts'

/*
 * A hybrid form stores its values twice: in its fields and as XML. Programs with XFA support use the XML, so
 * both are written. The text of untouched parts stays identical.
 */

interface Element {
  readonly name: string
  open: string
  close: string
  children: (Element | string)[]
}

const localName = (tag: string): string => /^<\/?(?:[\w.-]+:)?([\w.-]+)/.exec(tag)?.[1] ?? ''
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const wrapped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/**
 * The end of the tag that begins at `from`, ignoring quoted texts; -1 when a quote or the tag is not closed.
 */
function endOfTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const sign = xml[at] as string
    if (sign === '>') return at + 1
    if (sign === '"' || sign === "'") {
      at = xml.indexOf(sign, at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

/** Tags, comments and the like, in order. Linear time: the rest after an unclosed tag is text. */
function* tagsOf(xml: string): Generator<{ readonly from: number; readonly to: number }> {
  const unclosed = new Set<string>()
  const behind = (closing: string, from: number) => {
    const at = unclosed.has(closing) ? -1 : xml.indexOf(closing, from)
    if (at < 0) unclosed.add(closing)
    return at < 0 ? -1 : at + closing.length
  }
  let from = xml.indexOf('<')
  while (from >= 0) {
    let to = -1
    for (const [open, closing] of wrapped) {
      if (to < 0 && xml.startsWith(open, from)) to = behind(closing, from + open.length)
    }
    if (to < 0) {
      if (/^<\/?[^\s>/]/.test(xml.slice(from, from + 3))) {
        to = endOfTag(xml, from)
        if (to < 0) return
      } else to = from + 1
    }
    if (to > from + 1) yield { from, to }
    from = xml.indexOf('<', to)
  }
}

function parse(xml: string): Element {
  const top: Element = { name: '', open: '', close: '', children: [] }
  const stack = [top]
  let at = 0
  for (const { from, to } of tagsOf(xml)) {
    const tag = xml.slice(from, to)
    const here = stack.at(-1) ?? top
    if (from > at) here.children.push(xml.slice(at, from))
    at = to
    if (/^<[!?]/.test(tag)) here.children.push(tag)
    else if (tag.startsWith('</')) {
      if (stack.length > 1) {
        here.close = tag
        stack.pop()
      }
    } else {
      const element: Element = { name: localName(tag), open: tag, close: '', children: [] }
      here.children.push(element)
      if (!tag.endsWith('/>')) stack.push(element)
    }
  }
  top.children.push(xml.slice(at))
  return top
}

const written = (element: Element): string =>
  element.open + element.children.map((child) => (typeof child === 'string' ? child : written(child))).join('') + element.close

const elements = (element: Element): Element[] => element.children.filter((child) => typeof child !== 'string')

function find(element: Element, name: string): Element | undefined {
  for (const child of elements(element)) {
    const found = child.name === name ? child : find(child, name)
    if (found) return found
  }
  return undefined
}

interface Step {
  readonly name: string
  readonly index: number
}

/** `form1[0].#subform[2].Name[1]`: unnamed levels have no element. */
const stepsOf = (name: string): Step[] =>
  name.split('.').flatMap((part) => {
    const [, own = '', index = '0'] = /^(.*?)(?:\[(\d+)\])?$/.exec(part) ?? []
    return own.startsWith('#') || own === '' ? [] : [{ name: own, index: Number(index) }]
  })

/** The element of a field; skips levels that the data leaves out. */
function reach(element: Element, steps: readonly Step[]): Element | undefined {
  const [step, ...rest] = steps
  if (!step) return element
  const same = elements(element).filter(({ name }) => name === step.name)
  const own = same[step.index]
  if (own) return reach(own, rest)
  for (const child of elements(element)) {
    const found = reach(child, steps)
    if (found) return found
  }
  return undefined
}

/** The element of a field, created when the data has none. */
function reachOrMake(element: Element, steps: readonly Step[]): Element | undefined {
  const found = reach(element, steps)
  if (found) return found
  let at = element
  for (const { name, index } of steps) {
    if (!/^[A-Za-z_][\w.-]*$/.test(name) || index > 500) return undefined
    for (let count = elements(at).filter((child) => child.name === name).length; count <= index; count++) {
      openUp(at)
      at.children.push({ name, open: `<${name}>`, close: `</${name}>`, children: [] })
    }
    const next = elements(at).filter((child) => child.name === name)[index]
    if (!next) return undefined
    at = next
  }
  return at
}

function openUp(element: Element): void {
  if (!element.open.endsWith('/>')) return
  const tag = /^<([^\s/>]+)/.exec(element.open)?.[1] ?? element.name
  element.open = `${element.open.slice(0, -2).trimEnd()}>`
  element.close = `</${tag}>`
}

/** The data with the values inserted; undefined when there is no data element for them. */
export function withValues(xml: string, values: Readonly<Record<string, string | readonly string[]>>): string | undefined {
  const top = parse(xml)
  const datasets = find(top, 'datasets') ?? top
  const data = find(datasets, 'data')
  if (!data) return undefined
  for (const [name, value] of Object.entries(values)) {
    const element = reachOrMake(data, stepsOf(name))
    if (!element) continue
    openUp(element)
    const several = typeof value === 'string' ? undefined : value
    element.children = several
      ? several.map((one) => ({ name: 'value', open: '<value>', close: '</value>', children: [escaped(one)] }))
      : [escaped(value as string)]
  }
  return written(top)
}

/** Writes the values into the form's XML, if it has any. */
export function updateXfa(form: Form, update: Update, values: Readonly<Record<string, string | readonly string[]>>): void {
  const { file, acroForm } = form
  const place = acroForm?.get('XFA')
  const whole = file.get(place)
  let entry: PdfValue | undefined = place
  if (Array.isArray(whole)) {
    const at = whole.findIndex((part) => {
      const name = file.get(part)
      return name instanceof PdfString && String.fromCharCode(...name.bytes) === 'datasets'
    })
    entry = at >= 0 ? whole[at + 1] : undefined
  }
  const stream = file.get(entry)
  if (!(entry instanceof Ref) || !(stream instanceof PdfStream)) return
  const bytes = file.unpacked(stream)
  if (!bytes) return
  const xml = withValues(new TextDecoder().decode(bytes), values)
  if (xml === undefined) return
  const dict = new Map([...stream.dict].filter(([key]) => !['Filter', 'DecodeParms', 'Length', 'DL'].includes(key)))
  update.set(entry, packed(dict, new TextEncoder().encode(xml)))
}
