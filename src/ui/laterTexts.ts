type Loader = <M>(load: () => Promise<M>) => Promise<M>

let loader: Loader = (load) => load()

/** The app says how the texts of parts that arrive later are loaded; it does so before it draws. */
export function setLaterTexts(next: Loader): void {
  loader = next
}

/** A part of its own file together with its texts (lingui.config.ts says which parts those are). */
export const withLaterTexts: Loader = (load) => loader(load)
