// The minimum that is comparable: React draws a form stored by Dexie, from a cached shell.
import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { createRoot } from 'react-dom/client'

const db = new Dexie('bare')
db.version(1).stores({ forms: 'name' })

function Form() {
  const form = useLiveQuery(() => db.forms.get('hazard'))
  if (!form) return null
  return (
    <form>
      {form.fields.map(({ name, label, choices }) => (
        <label key={name}>
          {label}
          {choices ? (
            <select name={name}>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          ) : (
            <input name={name} />
          )}
        </label>
      ))}
    </form>
  )
}

createRoot(document.getElementById('root')).render(<Form />)

if (!(await db.forms.get('hazard'))) await db.forms.put(await (await fetch('/form.json')).json())
await navigator.serviceWorker.register('/sw.js')
