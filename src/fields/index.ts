import type { FieldType, NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { FieldRules } from '../engine/FieldRules.ts'
import { attachments, fileAttachments } from './attachments/index.ts'
import { button, save } from './button/index.ts'
import { calculated } from './calculated/index.ts'
import { enumField, listenum, valueenum } from './choice/index.ts'
import { currency } from './currency/index.ts'
import { date } from './date/index.ts'
import { days } from './days/index.ts'
import type { FieldDefinition } from './defineField.ts'
import { info, textTemplate } from './info/index.ts'
import { mobile, mobilePii } from './mobile/index.ts'
import { signature } from './signature/index.ts'
import { nop, spacer } from './spacer/index.ts'
import { password, text } from './text/index.ts'
import { alltime, longtimespan, time, timespan } from './time-choice/index.ts'
import { switchField, toggle } from './toggle/index.ts'
import { validation } from './validation/index.ts'

/** A lazy folder of field types; loaded with the first form that uses one of them. */
type Family = () => Promise<Readonly<Record<string, FieldDefinition>>>

const arrays: Family = () => import('./arrays/index.ts')
const cards: Family = () => import('./compact-info/index.ts')
const chats: Family = () => import('./chat/index.ts')
const compactTable: Family = () => import('./compact-table/index.ts')
const fieldMapping: Family = () => import('./field-mapping/index.ts')
const lookup: Family = () => import('./lookup/index.ts')
const notices: Family = () => import('./notices/index.ts')
const pdf: Family = () => import('./pdf/index.ts')
const search: Family = () => import('./search/index.ts')
const splitButton: Family = () => import('./split-button/index.ts')
const staff: Family = () => import('./staff/index.ts')
const task: Family = () => import('./task/index.ts')
const timePicker: Family = () => import('./time-picker/index.ts')
const treeview: Family = () => import('./treeview/index.ts')
const video: Family = () => import('./video/index.ts')

/**
 * The registry of field types; a new type is one line here and a folder next to this file. Types of most
 * forms are imported here, the others as a lazy folder.
 */
const fieldTypes: Readonly<Record<FieldType, FieldDefinition | Family>> = {
  text,
  password,
  mobile,
  'mobile-pii': mobilePii,
  currency,
  days,
  time,
  alltime,
  timespan,
  longtimespan,
  date,
  enum: enumField,
  valueenum,
  listenum,
  toggle,
  switch: switchField,
  signature,
  attachments,
  'file-attachments': fileAttachments,
  info,
  textTemplate,
  calculated,
  validation,
  save,
  button,
  spacer,
  nop,
  feed: chats,
  chat: chats,
  subForm: arrays,
  staffSmsContact: arrays,
  vendorSmsContact: arrays,
  vendor: arrays,
  checkout: arrays,
  preflight: arrays,
  lookup,
  staff,
  search,
  'time-picker': timePicker,
  endTime: timePicker,
  'field-mapping': fieldMapping,
  video,
  pdf,
  treeview,
  notices,
  task,
  splitbutton: splitButton,
  compactInfo: cards,
  'compact-table': compactTable,
  'owner team': cards,
  'owner project': cards,
  'owner user': cards,
}

export const fieldTypeNames = Object.keys(fieldTypes) as readonly FieldType[]

const arrived = new Map<string, FieldDefinition>()
const onTheWay = new Map<Family, Promise<void>>()

/** Undefined for a type that this version does not know, or with a folder that is not loaded. */
export function definitionOf(type: string): FieldDefinition | undefined {
  const held = Object.hasOwn(fieldTypes, type) ? fieldTypes[type as FieldType] : undefined
  return typeof held === 'function' ? arrived.get(type) : held
}

/** The rules of a type, for the engine. */
export const rulesOf = (type: string): FieldRules<never> | undefined => definitionOf(type)?.rules

/**
 * If a folder cannot be loaded, its types stay unknown, as in a version without them; the next form tries
 * again.
 */
function bring(family: Family): Promise<void> {
  const under = onTheWay.get(family)
  if (under) return under
  const coming = family().then(
    (found) => {
      for (const definition of Object.values(found)) arrived.set(definition.type, definition)
    },
    () => void onTheWay.delete(family),
  )
  onTheWay.set(family, coming)
  return coming
}

function typesIn(nodes: readonly NodeSetting[], found = new Set<string>()): Set<string> {
  for (const node of nodes) {
    found.add(node.type)
    for (const list of ['children' in node && node.children, 'subform' in node && node.subform])
      if (Array.isArray(list)) typesIn(list, found)
  }
  return found
}

/** Whether all types of these settings are loaded. */
export const typesAreHere = (nodes: readonly NodeSetting[]): boolean => missingOf(typesIn(nodes)).length === 0

function missingOf(types: ReadonlySet<string>): readonly Family[] {
  const all = new Set(types)
  // Adds the types that a type renders besides its own settings; the set grows during the loop.
  for (const type of all) for (const other of definitionOf(type)?.draws ?? []) all.add(other)
  const families = new Set<Family>()
  for (const type of all) {
    const held = Object.hasOwn(fieldTypes, type) ? fieldTypes[type as FieldType] : undefined
    if (typeof held === 'function' && !arrived.has(type)) families.add(held)
  }
  return [...families]
}

/**
 * Loads every type of these settings. Call it before `createForm`, which needs their rules. Never rejects.
 */
export async function bringTypes(nodes: readonly NodeSetting[]): Promise<void> {
  const types = typesIn(nodes)
  for (
    let missing = missingOf(types), tried = new Set<Family>();
    missing.some((family) => !tried.has(family));
    missing = missingOf(types)
  ) {
    for (const family of missing) tried.add(family)
    await Promise.all(missing.map(bring))
  }
}
