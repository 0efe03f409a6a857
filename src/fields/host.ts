import { createContext, useContext } from 'react'
import type { FieldSetting } from '../../contract/fields.ts'
import type { PageData } from '../../contract/pages.ts'
import type { FormNode } from '../engine/form.ts'
import type { PageHost } from '../engine/host.ts'

/** What a control may ask of the form screen around it. */
export interface FormHost {
  readonly page: PageHost
  readonly owner: string
  /** Where the record lives; a new record has its 20-character id from the moment it is opened. */
  readonly recordPath: string
  /** As the page names the record: ends in `/:new` for a new one. What the device remembers about a page is kept under it. */
  readonly pagePath?: string | undefined
  readonly initHash: string
  /** Who fills it in, and for whom; what the page was fetched from. */
  readonly about?: Pick<PageData, 'auth' | 'person' | 'owner'> | undefined
  readonly address?: string | undefined
  /** Files that are added before the save belong to this draft. */
  readonly draftId: string
  /** Validates and queues the record; with a save node its setting applies. Resolves when the device holds it or the form said why not. */
  save(setting?: FieldSetting<'save'>): Promise<void>
  /** Asks first when something would be lost, or what `prompt` says; then gives the draft up and goes back. */
  cancel(prompt?: string): Promise<void>
  /** Writes the draft now, for moments after which the page may be gone (the camera opens). */
  flush?(): Promise<void>
  readonly compact: boolean
  /** The save node that the action bar shows, so that it is not drawn twice. */
  readonly saveNode?: FormNode | undefined
  /** The answers stand one level down in the record, under `model`. */
  readonly nested?: boolean | undefined
  /** Addresses of the lookups that are too long to travel with the page. */
  readonly lists?: Readonly<Record<string, string>> | undefined
  /** A page (PDF) with this picture on it; needs a connection. */
  pdf?(picture: Blob): Promise<Blob>
  /** Answer of a configured options path that is not a GET (spec/1 §7). */
  options?(url: string, body: Readonly<Record<string, unknown>>): Promise<unknown>
}

export const FormHostContext = createContext<FormHost | undefined>(undefined)

export function useFormHost(): FormHost {
  const host = useContext(FormHostContext)
  if (!host) throw new Error('A field stands outside a form screen')
  return host
}
