import type { PageData } from '../../contract/pages.ts'
import type { Action } from '../../contract/action.ts'
import type { Model, Return } from '../../contract/records.ts'

/** Who pressed: what is filled into placeholders, and the record that it is about. */
export interface ActionContext {
  readonly model: Model
  readonly path?: string | undefined
  /** Of an action that runs in the background: hears how it ended. Its error is shown nowhere else. */
  readonly done?: ((error: { code?: string; message: string } | undefined) => void) | undefined
}

/** What a screen may ask of the page shell around it. The shell implements it; fields and screens only see this. */
export interface PageHost {
  /** Inside a frame or with `embedded=true`: no app bar (spec/1 §2.2). */
  readonly embedded: boolean
  /** Shows "Processing..." until the returned function is called. */
  busy(): () => void
  /** Shows "Processed", then follows the return address (spec/1 §4.9). `origin` decides the default delay: 1 s after a record, 100 ms after an action. */
  finish(result: Return & { queued?: boolean }, origin: 'record' | 'action'): void
  /** Shows "Uh Oh!"; with `recovery` the text and the Reload button of spec/1 §8. */
  fail(error: { code?: string; message: string }, recovery?: boolean): void
  /** Fetches the page data again. */
  reload(): void
  /** While dirty, leaving asks first, and refreshes and updates wait. */
  dirty(is: boolean): void
  /** Links with a prefix and internal messages other than those that a form answers itself (src/fields/useAction.ts). */
  run(action: Action, context: ActionContext): Promise<void>
  navigate(url: string, replace?: boolean): void
}

/** What every root screen is given. */
export interface RootScreenProps {
  readonly data: PageData
  readonly host: PageHost
  /** The page data address (`/api/….json?…`). */
  readonly address: string
  readonly owner: string
}
