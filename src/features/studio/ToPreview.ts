import type { Language } from '../../../contract/reference/languages.ts'
import type { LookupItem } from '../../../contract/endpoints/pages.ts'
import type { Model } from '../../../contract/endpoints/records.ts'
import type { FormSettings } from '../../../contract/forms/FormSettings.ts'

/** Messages between the studio and the preview frame; both are pages of this site. */

export type Look = 'light' | 'dark' | 'sun'

export interface Shown {
  readonly settings: FormSettings
  readonly lookups: Readonly<Record<string, readonly LookupItem[]>>
  readonly language: Language
  readonly look: Look
  readonly readOnly: boolean
  readonly slow: boolean
  readonly offline: boolean
}

export type ToPreview = { readonly muster: 'show'; readonly shown: Shown } | { readonly muster: 'go'; readonly attribute: string }
export type FromPreview =
  | { readonly muster: 'ready' }
  | { readonly muster: 'model'; readonly model: Model; readonly complete: boolean }
  /** A person asks for the settings of a visible field. */
  | { readonly muster: 'picked'; readonly attribute: string }

const kinds = new Set(['show', 'go', 'ready', 'model', 'picked'])

/** Returns a message of this site from that window; undefined for all other messages. */
export function heard<M extends ToPreview | FromPreview>(event: MessageEvent, from: Window | null | undefined): M | undefined {
  if (event.origin !== location.origin || event.source !== from) return undefined
  const message = event.data as { muster?: unknown } | null
  return typeof message === 'object' && kinds.has(String(message?.muster)) ? (message as M) : undefined
}

export const previewAddress = '/playground/preview'
