import { namesAbove } from '../evaluationOrder.ts'
import { type NodeSetting, settingsOf } from '../fieldShapes.ts'
import { isRaw, listIn, type Raw } from '../isRaw.ts'

/** What expressions of a form, or of the items of a list, can name. */
export interface NameRoom {
  readonly names: Set<string>
  readonly answers: Map<string, readonly unknown[]>
  /** The stored values of choices by what people read, in small letters. */
  readonly values: Map<string, Map<string, unknown>>
  /** Attributes with an answer that is a text, also when it looks like a number. */
  readonly texts: Set<string>
  /** The questions of each list with questions of its own. */
  readonly lists: Map<string, ReadonlySet<string>>
  readonly outer: NameRoom | undefined
}

/** The room of a form, or of a list inside it. The input fields of a PDF form are in its file: `names` has them. */
export function nameRoomOf(nodes: readonly NodeSetting[], outer?: NameRoom, names: readonly string[] = []): NameRoom {
  const room: NameRoom = { names: new Set(names), answers: new Map(), values: new Map(), texts: new Set(), lists: new Map(), outer }
  enter(nodes, room)
  return room
}

/** Typed texts, dates and times. A choice is not one: its options say what they are. */
function holdsText(node: Raw): boolean {
  const definition = settingsOf(node['type'])
  return definition?.possible?.(node) === undefined && typeof definition?.sample?.(node, () => undefined) === 'string'
}

function valuesOf(node: Raw): Map<string, unknown> {
  const options = listIn(node['options']).map((option) => (isRaw(option) ? option : { name: option }))
  return new Map(options.map(({ name, value = name }) => [String(name).toLowerCase(), value]))
}

function enterNode(node: Raw, attribute: string, room: NameRoom): void {
  const definition = settingsOf(node['type'])
  room.names.add(attribute)
  if (holdsText(node)) room.texts.add(attribute)
  for (const ending of definition?.beside ?? []) room.names.add(attribute + ending)
  const answers = definition?.possible?.(node)
  if (answers) room.answers.set(attribute, [...(room.answers.get(attribute) ?? []), ...answers])
  if (answers) room.values.set(attribute, valuesOf(node))
  if (Array.isArray(node['subform'])) room.lists.set(attribute, nameRoomOf(node['subform'] as NodeSetting[]).names)
}

function enter(nodes: readonly NodeSetting[], room: NameRoom): void {
  for (const each of nodes) {
    const node = each as unknown as Raw
    const { attribute, statusAttribute, children } = node
    if (typeof attribute === 'string') enterNode(node, attribute, room)
    if (typeof statusAttribute === 'string') room.names.add(statusAttribute)
    if (Array.isArray(children)) enter(children as NodeSetting[], room)
  }
}

export const hasName = ({ names, outer }: NameRoom, name: string): boolean =>
  names.has(name) ||
  namesAbove(name).some((above) => names.has(above)) ||
  [...names].some((other) => other.startsWith(`${name}.`)) ||
  (outer !== undefined && hasName(outer, name))
