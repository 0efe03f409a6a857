import type { PageData } from '../../contract/endpoints/pages.ts'
import type { Action } from '../../contract/forms/action.ts'
import type { Model, Return } from '../../contract/endpoints/records.ts'

/** The person who pressed the button (for placeholders), and the record of the action. */
export interface ActionContext {
  readonly model: Model
  readonly path?: string | undefined
  /** For a background action: called at its end. Its error is shown nowhere else. */
  readonly done?: ((error: { code?: string; message: string } | undefined) => void) | undefined
  /** Shows the error of a failed action in place of the page, for example in an open dialog. */
  readonly failed?: ((error: { code?: string; message: string }) => void) | undefined
}

/** The interface of the page shell for screens and fields. The shell implements it. */
export interface PageHost {
  /** Inside a frame or with `embedded=true`: no app bar (spec/1 §2.2). */
  readonly embedded: boolean
  /** Shows "Processing..." until the caller calls the returned function. */
  busy(): () => void
  /**
   * Shows "Processed", then follows the return address (spec/1 §4.9). `origin` decides the default delay: 1 s
   * after a record, 100 ms after an action. `recovery`: as of `fail`, for an error in the answer of the save.
   */
  finish(result: Return & { queued?: boolean; recovery?: boolean }, origin: 'record' | 'action'): void
  /** Shows "Uh Oh!"; with `recovery` the text and the Reload button of spec/1 §8. */
  fail(error: { code?: string; message: string }, recovery?: boolean): void
  /** Fetches the page data again. */
  reload(): void
  /** While dirty, the shell asks before leaving, and postpones refreshes and updates. */
  dirty(is: boolean): void
  /**
   * Runs links with a prefix and internal messages, except those that a form handles
   * (src/fields/useAction.ts).
   */
  run(action: Action, context: ActionContext): Promise<void>
  navigate(url: string, replace?: boolean): void
  /**
   * The form shows this page (from 0); a reload shows it again. `back` is what Back does before it leaves the screen;
   * absent on the first page. Undefined: the form is gone.
   */
  turned?(turn: PageTurn | undefined): void
  /** The page of the form that was shown before a reload. */
  pageBefore?(): number | undefined
}

export interface PageTurn {
  readonly page: number
  readonly back: (() => void) | undefined
}

/** The props of every root screen. */
export interface RootScreenProps {
  readonly data: PageData
  readonly host: PageHost
  /** The page data address (`/api/….json?…`). */
  readonly address: string
  readonly owner: string
}
