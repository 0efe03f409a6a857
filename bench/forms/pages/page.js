const count = Number(new URLSearchParams(location.search).get('n') ?? 100)

export const root = document.getElementById('root')

/** Loads the prepared data for this size: `model`, `settings` or `enketo`. */
export const load = async (kind) => (await fetch(`/data/${kind}-${count}.json`)).json()

/**
 * Registers the engine for the runner. `mount` draws the form, `find` returns the control of a field,
 * `validate` shows all messages, `errors` counts them.
 */
export const publish = (engine) => {
  globalThis.engine = engine
}
