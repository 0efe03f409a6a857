import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { namesRareFunction } from '../../contract/forms/functions/namesRareFunction.ts'
import type { FieldRules } from '../engine/FieldRules.ts'
import type { Form, FormNode } from '../engine/form.ts'
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
import { belowFirstScreen } from './useIncrementalRender.ts'
import { validation } from './validation/index.ts'

/** A lazy folder of field types; loaded with the first form that uses one of them. */
type Family = () => Promise<Readonly<Record<string, FieldDefinition>>>

/** Types of most forms: parts of every form. */
const common: Readonly<Record<string, FieldDefinition>> = Object.fromEntries(
  [
    ...[text, password, mobile, mobilePii, currency, days, time, alltime, timespan, longtimespan, date],
    ...[enumField, valueenum, listenum, toggle, switchField, signature, attachments, fileAttachments],
    ...[info, textTemplate, calculated, validation, save, button, spacer, nop],
  ].map((definition) => [definition.type, definition]),
)

/** All other folders. */
const families = import.meta.glob<Readonly<Record<string, FieldDefinition>>>([
  './*/index.ts',
  '!./{attachments,button,calculated,choice,currency,date,days,info,mobile,signature,spacer,text,time-choice,toggle,validation}/index.ts',
])

/** The lazy folder of a type with another name than its folder. */
const folders: Readonly<Record<string, string>> = {
  feed: 'chat',
  subForm: 'arrays',
  staffSmsContact: 'arrays',
  vendorSmsContact: 'arrays',
  vendor: 'arrays',
  checkout: 'arrays',
  preflight: 'arrays',
  endTime: 'time-picker',
  splitbutton: 'split-button',
  compactInfo: 'compact-info',
  'owner team': 'compact-info',
  'owner project': 'compact-info',
  'owner user': 'compact-info',
}

/** The lazy folder of a type; undefined for a common type and for one that this version does not know. */
function familyOf(type: string): Family | undefined {
  const folder = Object.hasOwn(folders, type) ? folders[type] : type
  const place = `./${folder}/index.ts`
  return Object.hasOwn(families, place) ? families[place] : undefined
}

const arrived = new Map<string, FieldDefinition>()
const onTheWay = new Map<Family, Promise<void>>()

/** Undefined for a type that this version does not know, or with a folder that is not loaded. */
export function definitionOf(type: string): FieldDefinition | undefined {
  return Object.hasOwn(common, type) ? common[type] : arrived.get(type)
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

let functionsAreHere = false

async function bringFunctions(): Promise<void> {
  await import('../../contract/forms/functions/allFunctions.ts').then(
    () => void (functionsAreHere = true),
    () => undefined,
  )
}

/** Whether the settings name a rare function that is not loaded. */
export const needsFunctions = (settings: unknown): boolean => !functionsAreHere && namesRareFunction(settings)

/** Whether all types of these settings are loaded. */
export function typesAreHere(nodes: readonly NodeSetting[]): boolean {
  if (needsFunctions(nodes)) return false
  const types = typesIn(nodes)
  return missingOf(types).length === 0 && [...types].every((type) => definitionOf(type)?.isHere() ?? true)
}

function missingOf(types: ReadonlySet<string>): readonly Family[] {
  const all = new Set(types)
  // Adds the types that a type renders besides its own settings; the set grows during the loop.
  for (const type of all) for (const other of definitionOf(type)?.draws ?? []) all.add(other)
  const missing = new Set<Family>()
  for (const type of all) {
    const family = arrived.has(type) ? undefined : familyOf(type)
    if (family) missing.add(family)
  }
  return [...missing]
}

/**
 * Loads every type of these settings, and the rare functions of expressions in them and in `texts`. Call it before
 * `createForm`, which needs the rules of the types. Never rejects.
 */
export async function bringTypes(nodes: readonly NodeSetting[], texts?: readonly unknown[]): Promise<void> {
  const types = typesIn(nodes)
  const functions = needsFunctions([nodes, texts]) ? bringFunctions() : undefined
  for (
    let missing = missingOf(types), tried = new Set<Family>();
    missing.some((family) => !tried.has(family));
    missing = missingOf(types)
  ) {
    for (const family of missing) tried.add(family)
    await Promise.all(missing.map(bring))
  }
  await Promise.all([functions, ...[...types].map(async (type) => await definitionOf(type)?.bring())])
}

/** The types of the questions that the form shows first. */
function shownTypes(form: Form, nodes: readonly FormNode[], found = new Set<string>()): Set<string> {
  for (const node of nodes.slice(0, belowFirstScreen(nodes))) {
    if (!form.visible(node)) continue
    if (node.kind === 'group') shownTypes(form, node.children, found)
    else typesIn([node.setting], found)
  }
  return found
}

/** Loads the controls of the questions that the form shows first, so that they are drawn without place holders. May reject. */
export async function loadControls(form: Form): Promise<void> {
  await Promise.all([...shownTypes(form, form.nodes)].map(async (type) => await definitionOf(type)?.load?.()))
}
