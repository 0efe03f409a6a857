const count = Number(new URLSearchParams(location.search).get('n') ?? 100)

export const root = document.getElementById('root')

/** What was prepared for this size: `model`, `settings` or `enketo`. */
export const load = async (kind) => (await fetch(`/data/${kind}-${count}.json`)).json()

/**
 * Hands the engine to the runner. `mount` draws the form, `find` gives the control of a field, `validate` shows every message,
 * `errors` counts them.
 */
export const publish = (engine) => {
  globalThis.engine = engine
}
