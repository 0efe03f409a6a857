// enketo-core with its native widgets. XForm was converted to HTML in advance, as its server does it.
import '../plain.css'
import './enketo.css'
import { Form } from 'enketo-core'
import { load, publish, root } from '../page.js'

const { form: html, model: modelStr } = await load('enketo')
let form
const place = (name) => {
  const item = /^item(\d+)_(.+)$/.exec(name)
  return item
    ? root.querySelectorAll(`[name="/data/items/${item[2]}"]`)[Number(item[1])]
    : root.querySelector(`[name="/data/g${Math.floor(Number(name.slice(1)) / 10)}/${name}"]`)
}
publish({
  mount() {
    const element = document.createRange().createContextualFragment(html).querySelector('form')
    root.append(element)
    form = new Form(element, { modelStr }, {})
    const problems = form.init()
    if (problems?.length) throw new Error(problems.join('\n'))
  },
  find: place,
  validate: () => form.validate(),
  errors: () => root.querySelectorAll('.invalid-required').length,
})
