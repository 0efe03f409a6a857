import type { Path } from '../problemsOf.ts'

/** What an author can copy: settings by name, as they stand in a file. */
const settings: Readonly<Record<string, string>> = {
  type: '"type": "text"',
  name: '"name": "Ladder check"',
  children: '"children": [{ "type": "text", "attribute": "ladder", "label": "Ladder" }]',
  attribute: '"attribute": "ladder_number"',
  label: '"label": "Number on the ladder"',
  options: '"options": ["Yes", "No"]',
  choices: '"choices": [{ "name": "OK", "value": "ok", "status": "yes" }, { "name": "Defect", "value": "defect", "status": "no" }]',
  rows: '"rows": ["Brakes work", "Lights work"]',
  checks: '"checks": [{ "name": "Extinguisher is within reach" }]',
  subform: '"subform": [{ "type": "text", "attribute": "name", "label": "Name" }]',
  value: '"value": "load + rigging"',
  text: '"text": "Wear a hard hat"',
  template: '"template": "Ladder {{ladder}}"',
  uri: '"uri": { "link": "/media/film.mp4", "target": 0.9 }',
  link: '"link": "/media/film.mp4"',
  source: '"source": "/media/site-rules.pdf"',
  lookup: '"lookup": "employees"',
  start: '"start": "from"',
  action: '"action": "open:/frontend/forms/site-rules"',
  saved: '"saved": { "returnMessage": "# Thank you" }',
  messages: '"messages": [{ "text": "Incident in {{location}}", "recipients": [{ "role": "manager" }] }]',
  recipients: '"recipients": [{ "role": "manager" }]',
  due: '"due": { "every": "workday", "by": "09:30" }',
  every: '"every": "workday"',
  optionSets: '"optionSets": { "risk": ["Low", "High"] }',
  translations: '"translations": { "es": { "Send": "Enviar" } }',
  visible: '"visible": "safe = \'no\'"',
  valid: '"valid": "depth <= 30"',
  preventDuplicates: '"preventDuplicates": ["name"]',
}

/** One entry of a list. */
const entries: Readonly<Record<string, string>> = {
  children: '{ "type": "text", "attribute": "ladder", "label": "Ladder" }',
  subform: '{ "type": "text", "attribute": "name", "label": "Name" }',
  options: '"Yes", or { "name": "Yes", "value": "yes" }',
  choices: '{ "name": "OK", "value": "ok", "status": "yes" }',
  rows: '"Brakes work", or { "name": "brakes", "label": "Brakes work" }',
  checks: '{ "name": "Extinguisher is within reach" }',
  messages: '{ "text": "Incident", "recipients": [{ "role": "manager" }] }',
  recipients: '{ "role": "manager" }',
}

/** Names of the entries of a list. */
const names: Readonly<Record<string, string>> = {
  options: '"name": "Yes"',
  choices: '"name": "OK"',
  rows: '"name": "Brakes work"',
  checks: '"name": "Extinguisher is within reach"',
}

const own = (words: Readonly<Record<string, string>>, key: PropertyKey | undefined) =>
  typeof key === 'string' && Object.hasOwn(words, key) ? words[key] : undefined

function wordsFor(path: Path): string | undefined {
  const key = path.at(-1)
  if (typeof key === 'number') return own(entries, path.at(-2))
  if (key === 'name' && path.length > 1) return own(names, path.at(-3))
  return own(settings, key)
}

/** `, for example "options": ["Yes", "No"]`; empty where no example fits. */
export function exampleFor(path: Path): string {
  const words = wordsFor(path)
  return words === undefined ? '' : `, for example ${words}`
}

/** What was probably meant by a value of the wrong kind; starts with a separator, empty for a value without a guess. */
export function valueHint(value: unknown, kind: string, key: PropertyKey | undefined): string {
  if (typeof value !== 'string') return ''
  if (key === 'prefill') return `; did you mean "default": ${JSON.stringify(value)}?`
  const word = value.trim().toLowerCase()
  if ((kind === 'number' || kind === 'int') && /^-?\d{1,15}(?:[.,]\d{1,10})?$/.test(word))
    return `; write ${word.replace(',', '.')} without quotes`
  if (kind !== 'boolean') return ''
  if (word === 'true' || word === 'yes') return '; write true without quotes'
  return word === 'false' || word === 'no' ? '; write false without quotes' : ''
}
