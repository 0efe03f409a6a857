// Plain React with uncontrolled inputs: the cost of the framework alone. Values are read from the DOM.
import '../plain.css'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { load, publish, root } from '../page.js'

const Field = memo(function Field({ field, error, onToggle }) {
  const { name, type, label, required, options } = field
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {type === 'choice' ? (
        <select id={name} name={name} defaultValue="">
          <option value="">Choose…</option>
          {options.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </select>
      ) : type === 'toggle' ? (
        <input id={name} name={name} type="checkbox" onChange={onToggle} />
      ) : (
        <input id={name} name={name} type={type} data-required={required || undefined} data-label={label} />
      )}
      {error && <div className="error">{error}</div>}
    </div>
  )
})

const Group = memo(function Group({ group, shown, errors, onToggle }) {
  return (
    <fieldset>
      <legend>{group.title}</legend>
      {group.fields.map((field) =>
        field.when && !shown ? null : <Field key={field.name} field={field} error={errors?.[field.name]} onToggle={onToggle} />,
      )}
    </fieldset>
  )
})

/** Functions that the page exposes from React. */
const handle = {}

function App({ form }) {
  const [on, setOn] = useState({})
  const [errors, setErrors] = useState()
  const element = useRef(null)
  const onToggle = useCallback(({ target: { name, checked } }) => setOn((before) => ({ ...before, [name]: checked })), [])
  useEffect(() => {
    handle.validate = () => {
      const found = {}
      for (const { name, value, dataset } of element.current.querySelectorAll('[data-required]')) {
        if (!value) found[name] = `${dataset.label} Required`
      }
      setErrors(found)
    }
  }, [])
  return (
    <form ref={element}>
      {[...form.groups, ...form.items].map((group) => {
        const when = group.fields.find((field) => field.when)?.when
        return <Group key={group.id} group={group} shown={when ? Boolean(on[when]) : true} errors={errors} onToggle={onToggle} />
      })}
    </form>
  )
}

const form = await load('model')
publish({
  mount: () => createRoot(root).render(<App form={form} />),
  find: (name) => document.getElementById(name),
  validate: () => handle.validate(),
  errors: () => document.getElementsByClassName('error').length,
})
