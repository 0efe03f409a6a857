// The lower bound: plain DOM without a framework. One delegated listener, values in a Map, cloned prototypes,
// groups outside the viewport skipped by the browser, the first screen at once and the rest in slices of 8
// ms.
import '../plain.css'
import './floor.css'
import { load, publish, root } from '../page.js'

const form = await load('model')
const values = new Map()
const holders = new Map()
const failed = new Set()
const choices = new Map()
const waiting = new Map()
const required = []
for (const group of [...form.groups, ...form.items]) {
  for (const field of group.fields) {
    if (field.required) required.push(field)
    if (field.options) choices.set(field.name, field.options)
  }
}

const prototypes = new Map()
function prototype(type) {
  let made = prototypes.get(type)
  if (!made) {
    const template = document.createElement('template')
    const control = type === 'choice' ? '<select><option></option></select>' : `<input type="${type === 'toggle' ? 'checkbox' : type}">`
    template.innerHTML = `<div class="field"><label>.</label>${control}</div>`
    made = template.content.firstChild
    prototypes.set(type, made)
  }
  return made
}

function draw(field) {
  const holder = prototype(field.type).cloneNode(true)
  const [label, control] = holder.children
  label.firstChild.data = field.label
  label.htmlFor = control.id = control.name = field.name
  if (field.required) control.setAttribute('aria-required', 'true')
  holders.set(field.name, holder)
  if (failed.has(field.name)) complain(field)
  return holder
}

function complain({ name, label }) {
  const holder = holders.get(name)
  if (!holder) return
  const line = document.createElement('div')
  line.className = 'error'
  line.textContent = `${label} Required`
  holder.append(line)
  holder.children[1].setAttribute('aria-invalid', 'true')
}

function section({ title, fields }) {
  const box = document.createElement('section')
  box.append(Object.assign(document.createElement('h3'), { textContent: title }))
  fields.forEach((field, index) => {
    if (field.when) {
      const before = () => holders.get(fields[index + 1]?.name) ?? null
      const held = waiting.get(field.when) ?? []
      waiting.set(field.when, [...held, { field, box, before }])
      if (!values.get(field.when)) return
    }
    box.append(draw(field))
  })
  return box
}

function onInput({ target }) {
  const value = target.type === 'checkbox' ? target.checked : target.value
  values.set(target.name, value)
  for (const { field, box, before } of waiting.get(target.name) ?? []) {
    if (value) box.insertBefore(draw(field), before())
    else {
      holders.get(field.name)?.remove()
      holders.delete(field.name)
    }
  }
}

function mount() {
  const parts = [...form.groups, ...form.items]
  const element = document.createElement('form')
  element.className = 'skipping'
  element.addEventListener('input', onInput)
  element.addEventListener('focusin', ({ target }) => {
    const list = choices.get(target.name)
    if (list && target.options.length === 1) target.append(...list.map((text) => new Option(text, text)))
  })
  let drawn = 0
  while (drawn < 3) element.append(section(parts[drawn++]))
  root.append(element)
  const more = () => {
    const slice = document.createDocumentFragment()
    const end = performance.now() + 8
    while (drawn < parts.length && performance.now() < end) slice.append(section(parts[drawn++]))
    element.append(slice)
    if (drawn < parts.length) requestAnimationFrame(more)
  }
  requestAnimationFrame(() => requestAnimationFrame(more))
}

publish({
  mount,
  find: (name) => document.getElementById(name),
  validate() {
    for (const field of required) {
      const bad = !values.get(field.name)
      if (bad === failed.has(field.name)) continue
      if (bad) {
        failed.add(field.name)
        complain(field)
      } else {
        failed.delete(field.name)
        holders.get(field.name)?.querySelector('.error')?.remove()
      }
    }
  },
  errors: () => document.getElementsByClassName('error').length,
})
