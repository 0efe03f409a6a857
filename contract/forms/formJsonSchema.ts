import * as z from 'zod/mini'
import { fieldTypeNames, settingsOf } from './fieldShapes.ts'
import { FormSettings } from './FormSettings.ts'
import { innerWords, meansTheSame } from './options/innerWords.ts'

/**
 * JSON Schema (draft-07) of a `*.form.json` file. With `"$schema": "https://…/schema/form.json"` in the file,
 * editors complete, explain and check it. The shapes come from the contract itself; this file has only the
 * descriptions.
 */

type Json = Record<string, unknown>

/** Descriptions of what is not a field; fields have theirs in settings.ts of their folder. */
const groups: Readonly<Record<string, string>> = {
  group: 'Fields that belong together: a box, columns, an expandable part, a header.',
  'control-group': 'Controls side by side that stack on a narrow screen.',
}
const described = (type: string) => groups[type] ?? settingsOf(type)?.description ?? type

const flag = (what: string) => `${what} true, false, or an expression such as worker_count > 0 and not visitor.`

/** Descriptions by key; `group.key` for a key that has a special meaning in one place. */
const words: Readonly<Record<string, string>> = {
  $schema: 'Address of this schema, so that editors help.',
  name: 'Heading of the form.',
  component:
    'Which screen shows the form: the full form, manpower collection, the execution form (saves its values under "model") or the small one of dialogs.',
  template: 'A text with {{placeholders}}.',
  'form.template': 'Text of the header card with {{placeholders}}. Without it there is no card.',
  public: 'Anybody with the link may fill it, without signing in.',
  recoveryEnabled: 'An error offers to reload and try again.',
  'form.pdf': 'For the component pdfForm: the document to fill in.',
  saved:
    'What happens when the server has stored a save: a message, a notification, where to go, and text messages to people of the project, with {{placeholders}} for values of the record.',
  postMessage: 'Messages to the page that shows the form in its frame, sent when the form is opened there.',
  refreshInterval: 'Loads newer data after so many milliseconds (at least 1000); answers that are not saved stay.',
  hideMyTasks: 'Hides the My Tasks bar above the form.',
  'form.compact': 'Tighter spacing.',
  recordTitle: 'How a record is called in lists, with {{placeholders}}.',
  recordSubtitle: 'The second line of a record, with {{placeholders}}; stored as its subtitle.',
  due: 'How often everybody who may fill it is to send one; it appears under Due in My Tasks.',
  children: 'What the form or group shows, in this order.',
  translations: 'Per language (en-au, es, pt): a text of this file and its translation.',
  type: 'What this is.',
  visible: flag('Is it shown?'),
  beta: 'Carries a BETA ribbon.',
  attribute: 'Name under which the value is stored, e.g. worker_count, or model.hours for a place inside another.',
  label: 'The question or heading, as people read it.',
  description: 'One line under the label that helps to answer.',
  placeholder: 'Grey text in the empty field.',
  required: flag('Must it be answered?'),
  readOnly: flag('Is it shown but not changed?'),
  default: 'The value where the record has none.',
  prefill: 'The address of the form can bring the answer: ?machine=M-1 behind it, for example in a QR code.',
  multiline: 'Several lines of text.',
  maxLength: 'Longest text, in characters.',
  inputMode: 'Which keyboard a phone shows.',
  number: 'Stores a number.',
  min: 'Least number.',
  max: 'Largest number.',
  allowNA: 'Offers N/A, which stores nothing.',
  showUse: 'Asks how the number may be used.',
  currency: 'Code of the currency, e.g. USD (which it is by default).',
  options: 'The choices: texts, or objects with name, value, description, status.',
  optionSet: 'Name of a set of options in optionSets of the form, where several fields have the same options.',
  optionFilter:
    'An expression that is true for the options to offer. It knows each as option: option.value, option.name, and its attributes, e.g. option.trade == trade.',
  optionSets: 'Options that several fields share, by name. A field takes them with optionSet.',
  lookup: 'Name of a list that comes with the page (employees, vendors, trades, costCodes, locations …) to choose from.',
  optionsPath: 'Address to fetch the choices from.',
  other: 'Offers Other, with free text that is stored as it is typed.',
  statusAttribute: "Attribute that takes the chosen option's status, null when the choice is cleared.",
  fills:
    'Other answers that the choice fills in, as attribute of the answer: attribute of the chosen entry, e.g. { "trade": "trade" }. An entry without it leaves the answer as it is.',
  display: 'A list to open, or a row of buttons.',
  invert: 'Ticked stores false.',
  onValue: 'Stored when on (default true).',
  offValue: 'Stored when off (default false).',
  signatory: 'Who signs, stamped into the picture; may hold {{placeholders}}.',
  limit: 'At most so many.',
  accept: 'Photos only, files only, or both.',
  canDelete: 'An expression over the file and the form that says who may delete it.',
  validation:
    'Texts that the server reads on a photo, in English, Spanish or Portuguese; all must be there. A photo without them is marked as not valid and still saved.',
  customValidation: 'Further texts to look for on a photo, such as {{permit}}.',
  addLabel: 'Text of the Add button.',
  editLabel: 'Text of the edit action.',
  emptyMessage: 'Shown while the list is empty.',
  canRemove: flag('May items be removed?'),
  compact: 'One line per item.',
  allowSelection: 'Check boxes beside the items.',
  preventDuplicates: 'Attributes that together must not repeat in the list; the existing item is shown instead.',
  subform: 'The fields of an item.',
  subformValidationAttribute: 'Attribute of the item that must be true before OK.',
  subformWidth: "Width of the item's dialog in pixels.",
  inlineSave: 'Saves the record after each change of the list.',
  selfRender: 'The subform draws the row itself.',
  suppressChildrenRender: "The item's fields are not drawn in the list.",
  itemTitle: 'How an item is called in the list, with {{placeholders}}.',
  text: 'What it says; may hold {{placeholders}}.',
  level: 'How serious it is.',
  value: "An expression over the form's values, e.g. sum(crew, 'hours') * rate.",
  format: 'How the value is shown.',
  field: 'Attribute of the field that the message belongs to. Without it the message appears here.',
  valid: 'An expression that is true when all is well. Checked when the field is not empty.',
  message: 'What to say when it does not hold; may hold {{placeholders}}. Without it: the label and " Required".',
  returnUrl: 'Where to go afterwards: an address, or back, close, reload, nop, kioskrestart.',
  returnUrlDelay: 'Milliseconds before going there.',
  returnMessage: 'What to say afterwards, with {{placeholders}}.',
  feed: 'The text message that the person who saves gets, which also stays in the feed of the record; may hold {{placeholders}}. Absent: "Thanks I have captured those form changes." False: no text.',
  saveRpc: 'Action of the server that belongs to the save; it runs once, right after it.',
  rpc: 'Action of the server that runs once after the save, such as complete or notify-managers.',
  allowedAttributes: 'Only these attributes are stored.',
  model: 'Replaces titleStatus, tags and deleted of a default save.',
  action: 'A link (share:, patch:, rpc:, post:, open:, action:, an address, back, close, reload, nop, kioskrestart) or a message.',
  confirm: 'A first press reveals "Confirm …".',
  primary: 'Is drawn as the main action.',
  title: 'What it is called, with {{placeholders}}.',
  roles: 'What a person may be; Worker, Foreman and Visitor where absent.',
  visitors: 'Who is entered is a visitor.',
  availability: 'Each person can be set available or not.',
  unavailable: 'What switching availability off means at first.',
  checkOutAll: flag('May several be checked out at once?'),
  enterTimes: 'People can enter the times in and out.',
  checks: 'The checks: name, label, whether it is required, whether a photo belongs to it.',
  uri: 'What is watched: a link, or several as lessons.',
  target: 'Fraction that counts as seen, 0 to 1 (0.9).',
  source: 'Address of the document.',
  notReadyMessage: 'Said when the person goes on too early.',
  nextLabel: 'Text of the next button.',
  form: 'The document is filled in, signed and sent with the record: what a PDF form takes, such as required or fieldOrder.',
  next: 'What the next button does; without it there is none.',
  keep: 'Kept on the device, to be seen without a connection.',
  openLabel: 'Text of the button that opens it.',
  store: 'What a pick leaves in the record: its id, the words shown, or the entry with its attributes.',
  multiSelect: 'More than one may be picked.',
  allowCreate: 'A person or thing that is not in the list may be entered.',
  allowClear: 'The pick may be taken back.',
  instructions: 'One line above the list.',
  url: 'The address.',
  actionLabel: 'What pressing it does, in a word.',
  notes: 'Small print, with {{placeholders}}.',
  state: 'How far it is, with {{placeholders}}.',
  color: 'Colour of the card.',
  notices: 'Messages, each with its level.',
  size: 'How much room.',
  rows: 'The rows, where they do not come from the record.',
  columns: 'What is shown of each row.',
  toolbar: 'Search, choice of columns and CSV above the table; from 10 rows on where absent.',
  param: 'Name under which the text is posted ("search" where absent).',
  start: 'Attribute of the start time.',
  overnight: 'Offers times of the next day too.',
  targets: 'What needs a value, in this order.',
  'control-group.columns': 'How many side by side where there is room; one for each control up to 4 where absent.',
  'group.style':
    'How the group is drawn. Groups with page, directly in the form, are shown one at a time, with Back and Next; each is checked before the next one opens.',
  'group.columns': 'How many side by side where there is room (default 2).',
  'group.expanded': 'An expandable group is open at first, when its content changed since last seen, or closed (default).',
  'group.remember': 'An expandable group keeps its open state per record on the device.',
  'group.accordion': 'Only one group of the same name is open at a time.',
  'group.datePicker': 'Shows a date picker that reloads the page with date=yyyy-MM-dd.',
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `outer`: the setting around it, if there is one. The same name means something else inside. */
function descriptionOf(type: string, outer: string | undefined, key: string): string | undefined {
  const own = settingsOf(type)?.words
  if (outer === undefined) return own?.[key] ?? words[`${type}.${key}`] ?? words[key]
  return own?.[`${outer}.${key}`] ?? innerWords(outer, key) ?? (meansTheSame(key) ? words[key] : undefined)
}

/** Adds descriptions to all properties of a type, also nested ones. */
function explain(schema: unknown, type: string, outer?: string): void {
  if (Array.isArray(schema)) for (const part of schema) explain(part, type, outer)
  if (!isJson(schema)) return
  const { properties, items, anyOf, oneOf, additionalProperties } = schema
  for (const part of [items, anyOf, oneOf, additionalProperties]) explain(part, type, outer)
  for (const [key, property] of Object.entries(isJson(properties) ? properties : {})) {
    if (!isJson(property)) continue
    const text = descriptionOf(type, outer, key)
    if (text !== undefined && !('$ref' in property)) property['description'] = text
    explain(property, type, key)
  }
}

const groupTitles: Readonly<Record<string, string>> = { group: 'Group', 'control-group': 'Group of controls' }
const titleOf = (type: string) => groupTitles[type] ?? `Field of type ${type}`

/** The smallest value that a shape accepts; texts for the author to fill in are `$1`, `$2` … */
function least(shape: Json, definitions: Record<string, Json>, next: () => string): unknown {
  const part = (inner: unknown) => least((inner ?? {}) as Json, definitions, next)
  const reference = shape['$ref']
  if (typeof reference === 'string') return part(definitions[reference.split('/').at(-1) ?? ''])
  const alternatives = (shape['anyOf'] ?? shape['oneOf']) as Json[] | undefined
  if (alternatives) return part(alternatives[0])
  if ('const' in shape) return shape['const']
  if (Array.isArray(shape['enum'])) return shape['enum'][0]
  switch (shape['type']) {
    case 'array':
      return Number(shape['minItems'] ?? 0) > 0 ? [part(shape['items'])] : []
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return 1
    case 'object':
      return leastObject(shape, part)
    default:
      return next()
  }
}

function leastObject(shape: Json, part: (inner: unknown) => unknown): Json {
  const properties = shape['properties'] as Json
  return Object.fromEntries(((shape['required'] ?? []) as string[]).map((key) => [key, part(properties[key])]))
}

/** The snippet that an editor inserts for a new node: the required keys, and a label. */
function snippet(type: string, schema: Json, definitions: Record<string, Json>): Json {
  const needed = (schema['required'] as string[]).filter((key) => key !== 'type')
  const properties = schema['properties'] as Record<string, Json>
  const keys = 'label' in properties && !needed.includes('label') ? [...needed, 'label'] : needed
  const lists = new Set(['children', 'subform'])
  let count = 0
  const next = () => `$${++count}`
  const body = Object.fromEntries(keys.map((key) => [key, lists.has(key) ? [] : least(properties[key] ?? {}, definitions, next)]))
  return { label: type, description: described(type), body: { type, ...body } }
}

let made: object | undefined

/** The JSON Schema that the server serves at /schema/form.json. */
export function formJsonSchema(): object {
  made ??= make()
  return made
}

function make(): object {
  const plain = z.toJSONSchema(FormSettings, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as Json
  const definitions = plain['definitions'] as Record<string, Json>
  const [held, union] = Object.entries(definitions).find(([, { oneOf }]) => Array.isArray(oneOf) && oneOf.length > 2) as [string, Json]
  const nodes = union['oneOf'] as Json[]
  const typeOf = (node: Json) => ((node['properties'] as Json)['type'] as Json)['const'] as string
  const byType = Object.fromEntries(
    nodes.map((node) => {
      const type = typeOf(node)
      explain(node, type)
      return [type, { title: titleOf(type), description: described(type), ...node }]
    }),
  )
  const known = ['group', ...fieldTypeNames, 'control-group']
  delete definitions[held]
  explain(plain, 'form')
  // One branch per type instead of one large union: an editor then reports errors for the given type only.
  const node = {
    title: 'A group, a field or an action',
    type: 'object',
    required: ['type'],
    properties: {
      type: { description: words['type'], enum: known, enumDescriptions: known.map((type) => described(type)) },
    },
    allOf: known.map((type) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // oxlint-disable-next-line unicorn/no-thenable -- `then` is a keyword of JSON Schema
      then: { $ref: `#/definitions/${type}` },
    })),
    defaultSnippets: known.map((type) => snippet(type, byType[type] as Json, definitions)),
  }
  const { $schema, ...rest } = plain
  const whole = {
    $schema,
    $id: '/schema/form.json',
    title: 'Form settings',
    description: 'A form as a tree of groups, fields and actions.',
    ...rest,
    definitions: { ...definitions, node, ...byType },
  }
  return JSON.parse(JSON.stringify(whole).replaceAll(`"#/definitions/${held}"`, '"#/definitions/node"')) as object
}
