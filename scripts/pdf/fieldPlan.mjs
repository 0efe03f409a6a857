// What is entered into the fields of a file: by the writer of the app, or on the screen of a phone.
const samples = [
  [/[\u3040-\u30ff]/, '山田太郎 やまだ'],
  [/[\u4e00-\u9fff]/, '李小龙 安全'],
  [/[\u0590-\u05ff]/, 'שלום 12'],
  [/[\u0600-\u06ff]/, 'مرحبا 12'],
  [/[\u0e00-\u0e7f]/, 'สวัสดี'],
  [/[\u0400-\u04ff]/, 'Привіт'],
]
/** Names of a crew: several scripts in one file, as people write them. */
const crew = ['Ana', 'José', 'Zażółć', 'Ёжик', 'Nguyễn', 'Łukasz 李', 'Ανδρέας']

/**
 * Returns a new value for a field, within its limits and other than its current value. Undefined if the field
 * cannot be filled in.
 */
export function planFor(field, script, at) {
  if (field.readOnly || field.page === 0 || field.rects.every(({ hidden }) => hidden)) return undefined
  const options = field.options ?? []
  switch (field.type) {
    case 'text': {
      let text = field.comb ? '1234567890'.repeat(10) : (script ?? `${crew[at % crew.length]} ${at % 90}`)
      if (field.multiline && !field.maxLength) text = `${text}\n${text} 2`
      if (field.maxLength) text = [...text].slice(0, field.maxLength).join('')
      return text === field.value ? (text === '7' ? '8' : [...text].fill('7').join('')) : text
    }
    case 'checkbox':
      if (typeof field.value === 'boolean') return !field.value
      return options.find(({ value }) => value !== field.value)?.value
    case 'radio':
      return options.find(({ value }) => value !== field.value && value !== 'Off')?.value
    case 'combo': {
      const other = options.find(({ value }) => value !== field.value && value.trim() !== '')
      return other?.value ?? (field.editable ? 'Free text' : undefined)
    }
    case 'list': {
      const others = options.filter(({ value }) => !field.value.includes(value) && value !== '').map(({ value }) => value)
      return others.length > 0 ? others.slice(0, field.multiSelect ? 2 : 1) : undefined
    }
  }
  return undefined
}

/** Returns the name of a person in the script of a file, if it is not a Latin one. */
export const scriptOf = (content) => {
  const texts = content.fields.flatMap((field) => [
    field.name,
    field.tooltip ?? '',
    String(field.value ?? ''),
    ...(field.options ?? []).map(({ label }) => label),
  ])
  const all = [content.title ?? '', ...texts].join(' ')
  return samples.find(([pattern]) => pattern.test(all))?.[1]
}

/** 4 March 2026, 4:30 pm in the letters of date patterns. PhoneForm.ts chooses the same day in calendars. */
const dayParts = {
  yyyy: '2026',
  yy: '26',
  mmmm: 'March',
  mmm: 'Mar',
  mm: '03',
  m: '3',
  dd: '04',
  d: '4',
  HH: '16',
  h: '4',
  MM: '30',
  tt: 'pm',
}
const inPattern = (pattern) => pattern.replace(/y{4}|yy|m{1,4}|d{1,2}|HH|h|MM|tt/g, (part) => dayParts[part] ?? part)

/** Texts that a field with a format may accept: the first one that it does is entered. */
function textsFor({ format, dateFormat, maxLength, value, tooltip = '', name }, plain) {
  // Its label asks for a date, and maybe a script that is not one of Acrobat's own.
  if (format === undefined && /\bdate\b/i.test(`${tooltip} ${name}`)) return [maxLength < 10 ? '03042026' : '03/04/2026']

  const byFormat = {
    number: ['12', '7'],
    time: ['4:30 pm'],
    phone: ['2025550123'],
    digits: ['12345', '123456789'],
    date: [inPattern(dateFormat ?? 'mm/dd/yyyy')],
  }
  const texts = (byFormat[format] ?? [plain]).filter((text) => text !== value)
  return maxLength ? texts.map((text) => text.slice(0, maxLength)) : texts
}

/** Returns what a person does on the screen to enter a value: see `Entry` in e2e/pdf-screen/PhoneForm.ts. */
function entryOf(field, value) {
  const boxes = field.rects.filter(({ page, hidden }) => page > 0 && !hidden)
  const isTick = field.type === 'checkbox' || field.type === 'radio'
  const box = (isTick && typeof value === 'string' ? boxes.find(({ exportValue }) => exportValue === value) : boxes[0]) ?? boxes[0]
  const { name, type } = field
  const entry = { name, type, page: box.page, at: boxes.filter(({ page }) => page === box.page).indexOf(box) }
  if (isTick) return { ...entry, isOn: value !== false }
  if (type === 'text') return { ...entry, texts: textsFor(field, value) }
  const options = field.options ?? []
  const optionOf = (one) => ({ value: one, place: options.findIndex((option) => option.value === one) })
  if (type === 'list') return { ...entry, picks: value.map(optionOf) }
  // A combo box that takes text: people type what they see.
  if (type === 'combo' && field.editable) return { ...entry, texts: [options.find((option) => option.value === value)?.label ?? value] }
  return type === 'combo' ? { ...entry, picks: [optionOf(value)] } : entry
}

/** Fields of one kind ask for the same control. */
const kindOf = ({ type, multiline, comb, format, editable, multiSelect, password }) =>
  [type, multiline, comb, format, editable, multiSelect, password].join()

/**
 * Returns at most this many entries: the required fields and the signatures, then one field of each kind, then
 * others evenly distributed over the file.
 */
function shareOf(planned, most) {
  if (planned.length <= most) return planned
  const kinds = new Set()
  const isFirst = ({ field }) => !kinds.has(kindOf(field)) && kinds.add(kindOf(field)) !== undefined
  const chosen = new Set([...planned.filter(({ field }) => field.required || field.type === 'signature'), ...planned.filter(isFirst)])
  const others = planned.filter((one) => !chosen.has(one))
  const left = Math.max(0, most - chosen.size)
  for (let at = 0; at < left; at++) chosen.add(others[Math.floor((at * others.length) / left)])
  return planned.filter((one) => chosen.has(one))
}

/**
 * Returns what is entered into a file on the screen, without fields that scripts may calculate; `all` counts the fields
 * that could be filled in.
 */
export function screenPlan(content, most) {
  const script = scriptOf(content)
  const calculated = new Set(content.calculationOrder)
  const planned = content.fields
    .toSorted((a, b) => a.order - b.order)
    .flatMap((field, at) => {
      if (calculated.has(field.name) && !field.required) return []
      const isSignature =
        field.type === 'signature' && !field.readOnly && !field.signed && field.rects.some(({ page, hidden }) => page > 0 && !hidden)
      const value = isSignature ? 'signed' : planFor(field, script, at)
      return value === undefined ? [] : [{ field, value, entry: entryOf(field, value) }]
    })
  return { planned: shareOf(planned, most), all: planned.length }
}
