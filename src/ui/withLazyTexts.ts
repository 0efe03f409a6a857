type Loader = <M>(load: () => Promise<M>) => Promise<M>

let loader: Loader = (load) => load()

/** Sets how the texts of lazily loaded parts are loaded; the app calls it before the first render. */
export function setLazyTexts(next: Loader): void {
  loader = next
}

/** Loads a part from its own file together with its texts (lingui.config.ts lists those parts). */
export const withLazyTexts: Loader = (load) => loader(load)
