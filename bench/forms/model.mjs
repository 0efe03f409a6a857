// The same form for every engine: `count` fields in groups of ten (text 50 %, choice 20 %, toggle, date and
// number 10 % each; 20 % required, 5 % shown only when a toggle is on) and 50 items of five fields. Each
// engine gets it in its own format.

const options = ['Carpenter', 'Electrician', 'Plumber', 'Rigger', 'Scaffolder', 'Welder', 'Crane crew', 'Painter']
const labels = ['Full name', 'Company', 'Trade', 'Inducted', 'Location', 'Start date', 'Headcount', 'Role', 'Reason', 'Notes']
const types = ['text', 'text', 'choice', 'toggle', 'text', 'date', 'number', 'choice', 'text', 'text']
export const items = 50

const itemFields = (k) => [
  { name: `item${k}_person`, type: 'text', label: 'Person', required: true },
  { name: `item${k}_trade`, type: 'choice', label: 'Trade', options },
  { name: `item${k}_onsite`, type: 'toggle', label: 'On site' },
  { name: `item${k}_since`, type: 'date', label: 'Since' },
  { name: `item${k}_hours`, type: 'number', label: 'Hours' },
]

export function model(count) {
  const groups = Array.from({ length: count / 10 }, (_, g) => ({
    id: `g${g}`,
    title: `Group ${g + 1}`,
    fields: types.map((type, i) => ({
      name: `f${g * 10 + i}`,
      type,
      label: `${labels[i]} ${g * 10 + i}`,
      required: i < 2,
      ...(type === 'choice' && { options }),
      // Half of the conditional fields depend on a toggle of their group, half on the very first toggle.
      ...(i === 8 && g % 2 === 0 && { when: g % 4 === 0 ? `f${g * 10 + 3}` : 'f3' }),
    })),
  }))
  const list = Array.from({ length: items }, (_, k) => ({ id: `item${k}`, title: `Crew ${k + 1}`, fields: itemFields(k) }))
  return { count, groups, items: list }
}

/**
 * Returns the fields to measure: a text field in the middle, a toggle and the field it shows, and the
 * expected counts.
 */
export function probes(count) {
  const middle = Math.floor(count / 20)
  const local = 4 * Math.max(1, Math.round(count / 80))
  return {
    text: `f${middle * 10 + 4}`,
    toggle: `f${local * 10 + 3}`,
    shown: `f${local * 10 + 8}`,
    last: `item${items - 1}_hours`,
    controls: Math.round(count * 0.95) + items * 5,
    errors: Math.round(count * 0.2) + items,
  }
}

/** The form as Muster settings. */
export function settings(form) {
  const field = ({ name, type, label, required, options: choices, when }) => ({
    type: { choice: 'enum', number: 'text' }[type] ?? type,
    attribute: name,
    label,
    ...(required && { required }),
    ...(choices && { options: choices }),
    ...(type === 'number' && { number: true }),
    ...(when && { visible: when }),
  })
  const group = ({ title, fields }) => ({ type: 'group', label: title, children: fields.map(field) })
  return { name: 'Bench', children: [...form.groups, ...form.items].map(group) }
}

/** The form as an ODK XForm, for enketo. */
export function xform(form) {
  const text = { text: 'string', choice: 'string', toggle: 'string', date: 'date', number: 'decimal' }
  const place = new Map(form.groups.flatMap(({ id, fields }) => fields.map(({ name }) => [name, `/data/${id}/${name}`])))
  const bare = (name) => name.replace(/^item\d+_/, '')
  const bind = (node, { type, required, when }) =>
    `<bind nodeset="${node}" type="${text[type]}"${required ? ' required="true()"' : ''}${when ? ` relevant="selected(${place.get(when)}, 'yes')"` : ''}/>`
  const item = (label, value) => `<item><label>${label}</label><value>${value}</value></item>`
  const control = (node, { type, label, options: choices }) =>
    type === 'choice'
      ? `<select1 ref="${node}" appearance="minimal"><label>${label}</label>${choices.map((o) => item(o, o.toLowerCase().replace(/\W+/g, '_'))).join('')}</select1>`
      : type === 'toggle'
        ? `<select ref="${node}"><label>${label}</label>${item('Yes', 'yes')}</select>`
        : `<input ref="${node}"><label>${label}</label></input>`
  const repeated = form.items[0].fields.map((field) => ({ ...field, name: bare(field.name) }))
  const instance = form.groups.map(({ id, fields }) => `<${id}>${fields.map(({ name }) => `<${name}/>`).join('')}</${id}>`).join('')
  const binds = [
    ...form.groups.flatMap(({ fields }) => fields.map((field) => bind(place.get(field.name), field))),
    ...repeated.map((field) => bind(`/data/items/${field.name}`, field)),
  ]
  const body = form.groups.map(
    ({ id, title, fields }) =>
      `<group ref="/data/${id}"><label>${title}</label>${fields.map((field) => control(place.get(field.name), field)).join('')}</group>`,
  )
  const repeat = repeated.map((field) => control(`/data/items/${field.name}`, field)).join('')
  return `<?xml version="1.0"?>
<h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms"><h:head><h:title>Bench</h:title><model><instance><data id="bench" version="1">${instance}${`<items>${repeated.map(({ name }) => `<${name}/>`).join('')}</items>`.repeat(items)}<meta><instanceID/></meta></data></instance>${binds.join('')}<bind nodeset="/data/meta/instanceID" type="string" readonly="true()" calculate="concat('uuid:', uuid())"/></model></h:head><h:body>${body.join('')}<group ref="/data/items"><label>Crew</label><repeat nodeset="/data/items">${repeat}</repeat></group></h:body></h:html>`
}
