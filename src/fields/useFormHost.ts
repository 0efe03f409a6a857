import { createContext, useContext } from 'react'
import type { FieldSetting } from '../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../contract/endpoints/pages.ts'
import type { FormNode } from '../engine/form.ts'
import type { PageHost } from '../engine/PageHost.ts'

/** The functions and data of the form screen that a control may use. */
export interface FormHost {
  readonly page: PageHost
  readonly owner: string
  /** Path of the record; a new record has its 20-character id from the moment it is opened. */
  readonly recordPath: string
  /**
   * The page's path of the record: ends in `/:new` for a new one. The device stores state of the page under
   * it.
   */
  readonly pagePath?: string | undefined
  readonly initHash: string
  /** Who fills in the form, and for whom; and the address of the page data. */
  readonly about?: Pick<PageData, 'auth' | 'person' | 'owner'> | undefined
  readonly address?: string | undefined
  /** Files that are added before the save belong to this draft. */
  readonly draftId: string
  /**
   * Validates and queues the record; with a save node its setting applies. Resolves when the device has
   * stored it, or the form has shown why not.
   */
  save(setting?: FieldSetting<'save'>): Promise<void>
  /**
   * Asks for confirmation if data would be lost, or with the text `prompt`; then discards the draft and goes
   * back.
   */
  cancel(prompt?: string): Promise<void>
  /** Writes the draft now, for moments after which the page may be unloaded (the camera opens). */
  flush?(): Promise<void>
  readonly compact: boolean
  /** The save node in the action bar, so that it is not rendered twice. */
  readonly saveNode?: FormNode | undefined
  /** The screen has the buttons that turn the pages of the form. */
  readonly hasPageButtons?: boolean | undefined
  /** The record has the answers one level down, under `model`. */
  readonly nested?: boolean | undefined
  /** Addresses of the lookups that are too long to be part of the page. */
  readonly lists?: Readonly<Record<string, string>> | undefined
  /** Returns a PDF page with this picture; needs a connection. */
  pdf?(picture: Blob): Promise<Blob>
  /** Returns the answer of an options path that is not a GET (spec/1 §7). */
  options?(url: string, body: Readonly<Record<string, unknown>>): Promise<unknown>
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)

export function useFormHost(): FormHost {
  const host = useContext(FormHostContext)
  if (!host) throw new Error('A field stands outside a form screen')
  return host
}
