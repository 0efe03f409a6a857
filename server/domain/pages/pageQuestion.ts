import type { Language } from '../../../contract/reference/languages.ts'
import type { Person } from '../sign-in/person.ts'

/** A request for a page: person, device, address and language. */
export interface PageQuestion {
  readonly person: Person | undefined
  readonly device: string
  /** The address after the page name: `/frontend/forms/hazard/abc` → ['hazard', 'abc']. */
  readonly rest: readonly string[]
  readonly search: URLSearchParams
  readonly lang: Language
}
